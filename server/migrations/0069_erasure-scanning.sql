ALTER TABLE "customer_erasure" ADD COLUMN "scanning" jsonb;--> statement-breakpoint
-- by hand
-- What an address looks like where it is not a part of another one: "ann@shop.example" is not in "jo.ann@shop.example", nor in
-- "ann@shop.example.org". The letter of a line feed in JSON is no part of it.
CREATE FUNCTION address_pattern(p_address text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog AS $$
  SELECT '(?:(?<![[:alnum:]](?:\.|[_%+-]{0,8}))|(?<=\\[bfnrt]))' || regexp_replace(lower(p_address), '([^[:alnum:]])', '\\\1', 'g')
    || '(?![[:alnum:]_-]|\.[[:alnum:]])'
$$;
--> statement-breakpoint
-- As before, but an address is replaced in any spelling, and never inside another one.
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
    pattern := CASE WHEN lower(word) = ANY (SELECT lower(e) FROM unnest(running.emails) e) THEN address_pattern(word)
      ELSE '(?<![[:alnum:]])' || regexp_replace(word, '([^[:alnum:][:space:]])', '\\\1', 'g') || '(?![[:alnum:]])' END;
    UPDATE activity_log SET action = regexp_replace(action, pattern, replacement, 'gi'),
      message = CASE WHEN action ~* pattern THEN NULL ELSE message END,
      ticket_subject = regexp_replace(ticket_subject, pattern, replacement, 'gi')
    WHERE tenant_id = running.tenant_id AND word <> ''
      AND (strpos(lower(action), lower(word)) > 0 OR strpos(lower(ticket_subject), lower(word)) > 0);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION pseudonymise_records(erasure uuid, replacement text) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  running customer_erasure;
  own uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  their_email text;
  pattern text;
  changed integer := 0;
  n integer;
BEGIN
  SELECT * INTO running FROM customer_erasure WHERE tenant_id = own AND id = erasure AND finished_at IS NULL;
  IF NOT FOUND THEN RAISE EXCEPTION 'no erasure is running under this id'; END IF;
  UPDATE activity_log SET actor_name = replacement, actor_email = NULL, message = NULL
  WHERE tenant_id = own AND actor_kind <> 'member'
    AND (lower(actor_email) = ANY (SELECT lower(e) FROM unnest(running.emails) e)
      OR actor_id = ANY (running.customer_ids || running.guest_ids));
  GET DIAGNOSTICS changed = ROW_COUNT;
  FOR their_email IN SELECT lower(e) FROM unnest(running.emails) e LOOP
    pattern := address_pattern(their_email);
    UPDATE activity_log SET action = regexp_replace(action, pattern, replacement, 'gi'), message = NULL,
      changes = regexp_replace(changes::text, pattern, replacement, 'gi')::jsonb
    WHERE tenant_id = own AND lower(actor_email) IS DISTINCT FROM their_email
      AND strpos(lower(concat_ws(' ', action, message, changes)), their_email) > 0
      AND (action ~* pattern OR message::text ~* pattern OR changes::text ~* pattern);
    GET DIAGNOSTICS n = ROW_COUNT;
    changed := changed + n;
    UPDATE auth.audit_log SET actor_email = CASE WHEN lower(actor_email) = their_email AND actor_kind <> 'member' THEN replacement ELSE actor_email END,
      detail = regexp_replace(detail::text, pattern, replacement, 'gi')::jsonb
    WHERE tenant_id = own
      AND ((lower(actor_email) = their_email AND actor_kind <> 'member') OR (strpos(lower(detail::text), their_email) > 0 AND detail::text ~* pattern));
    GET DIAGNOSTICS n = ROW_COUNT;
    changed := changed + n;
  END LOOP;
  INSERT INTO auth.audit_log (at, action, tenant_id, actor_kind, actor_id, detail)
  VALUES (now(), 'person_pseudonymised', own, 'system', NULL, jsonb_build_object('erasureId', erasure, 'records', changed));
  RETURN changed;
END $$;
