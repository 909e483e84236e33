ALTER TABLE "customer_erasure" ADD COLUMN "cleaned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "customer_erasure" ADD COLUMN "records" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_erasure" ADD COLUMN "scan" jsonb;--> statement-breakpoint
-- by hand
-- The activity log and the audit log are only added to by the serving role: this alone replaces a person in them, for an erasure that runs in
-- the session's own business, and adds an entry to the audit log that says so. Entries, their times and their acts stay. Gives how many
-- entries it changed.
CREATE FUNCTION pseudonymise_records(erasure uuid, replacement text) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  running customer_erasure;
  own uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  their_email text;
  changed integer := 0;
  n integer;
BEGIN
  SELECT * INTO running FROM customer_erasure WHERE tenant_id = own AND id = erasure AND finished_at IS NULL;
  IF NOT FOUND THEN RAISE EXCEPTION 'no erasure is running under this id'; END IF;
  UPDATE activity_log SET actor_name = replacement, actor_email = NULL, message = NULL
  WHERE tenant_id = own AND actor_kind <> 'member'
    AND (lower(actor_email) = ANY (running.emails) OR actor_id = ANY (running.customer_ids || running.guest_ids));
  GET DIAGNOSTICS changed = ROW_COUNT;
  FOREACH their_email IN ARRAY running.emails LOOP
    UPDATE activity_log SET action = replace(action, their_email, replacement), message = NULL,
      changes = replace(changes::text, their_email, replacement)::jsonb
    WHERE tenant_id = own AND actor_email IS DISTINCT FROM their_email
      AND (strpos(lower(action), their_email) > 0 OR strpos(lower(message::text), their_email) > 0 OR strpos(lower(changes::text), their_email) > 0);
    GET DIAGNOSTICS n = ROW_COUNT;
    changed := changed + n;
    UPDATE auth.audit_log SET actor_email = CASE WHEN lower(actor_email) = their_email AND actor_kind <> 'member' THEN replacement ELSE actor_email END,
      detail = regexp_replace(detail::text, regexp_replace(their_email, '([^[:alnum:]])', '\\\1', 'g'), replacement, 'gi')::jsonb
    WHERE tenant_id = own
      AND ((lower(actor_email) = their_email AND actor_kind <> 'member') OR strpos(lower(detail::text), their_email) > 0);
    GET DIAGNOSTICS n = ROW_COUNT;
    changed := changed + n;
  END LOOP;
  INSERT INTO auth.audit_log (at, action, tenant_id, actor_kind, actor_id, detail)
  VALUES (now(), 'person_pseudonymised', own, 'system', NULL, jsonb_build_object('erasureId', erasure, 'records', changed));
  RETURN changed;
END $$;
