ALTER TABLE "activity_log" ADD COLUMN "message" jsonb;--> statement-breakpoint
-- by hand
-- An entry whose words are blanked is shown as `action` has it: its stored inputs go with them.
CREATE OR REPLACE FUNCTION erase_activity(erasure uuid, tickets uuid[], texts text[], replacement text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  running customer_erasure;
  word text;
  pattern text;
BEGIN
  SELECT * INTO running FROM customer_erasure
  WHERE tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid AND id = erasure AND finished_at IS NULL;
  IF NOT FOUND THEN RAISE EXCEPTION 'no erasure is running under this id'; END IF;
  UPDATE activity_log SET ticket_subject = replacement
  WHERE tenant_id = running.tenant_id AND ticket_id = ANY (tickets) AND ticket_subject IS NOT NULL;
  FOREACH word IN ARRAY texts LOOP
    UPDATE activity_log SET action = replace(action, word, replacement), message = NULL
    WHERE tenant_id = running.tenant_id AND word <> '' AND ticket_id = ANY (tickets) AND strpos(action, word) > 0;
  END LOOP;
  -- The last call, without tickets, reads all entries once.
  IF cardinality(tickets) > 0 THEN RETURN; END IF;
  FOREACH word IN ARRAY running.words LOOP
    pattern := '(?<![[:alnum:]])' || regexp_replace(word, '([^[:alnum:][:space:]])', '\\\1', 'g') || '(?![[:alnum:]])';
    UPDATE activity_log SET action = regexp_replace(action, pattern, replacement, 'gi'),
      message = CASE WHEN strpos(lower(action), lower(word)) > 0 THEN NULL ELSE message END,
      ticket_subject = regexp_replace(ticket_subject, pattern, replacement, 'gi')
    WHERE tenant_id = running.tenant_id AND word <> ''
      AND (strpos(lower(action), lower(word)) > 0 OR strpos(lower(ticket_subject), lower(word)) > 0);
  END LOOP;
END $$;
