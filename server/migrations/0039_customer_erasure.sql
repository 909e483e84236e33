CREATE TABLE "customer_erasure" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_ids" uuid[] NOT NULL,
	"guest_ids" uuid[] NOT NULL,
	"words" text[] NOT NULL,
	"emails" text[] NOT NULL,
	"erased_up_to" uuid,
	"requested_by" uuid NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "customer_erasure_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "customer_erasure" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "customer_erasure" ADD CONSTRAINT "customer_erasure_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_tenant" ON "customer_erasure" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
-- by hand
-- The activity log is append-only for the serving role: this alone takes a person out of it, for an erasure that runs in the session's
-- own business. It replaces what the erasure names as the person, whole words only, and the given texts; entries, times and members stay.
CREATE FUNCTION erase_activity(erasure uuid, tickets uuid[], texts text[], replacement text) RETURNS void
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
    UPDATE activity_log SET action = replace(action, word, replacement)
    WHERE tenant_id = running.tenant_id AND word <> '' AND ticket_id = ANY (tickets) AND strpos(action, word) > 0;
  END LOOP;
  -- The last call, without tickets, reads all entries once.
  IF cardinality(tickets) > 0 THEN RETURN; END IF;
  FOREACH word IN ARRAY running.words LOOP
    pattern := '(?<![[:alnum:]])' || regexp_replace(word, '([^[:alnum:][:space:]])', '\\\1', 'g') || '(?![[:alnum:]])';
    UPDATE activity_log SET action = regexp_replace(action, pattern, replacement, 'gi'),
      ticket_subject = regexp_replace(ticket_subject, pattern, replacement, 'gi')
    WHERE tenant_id = running.tenant_id AND word <> ''
      AND (strpos(lower(action), lower(word)) > 0 OR strpos(lower(ticket_subject), lower(word)) > 0);
  END LOOP;
END $$;
