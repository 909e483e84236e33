CREATE TABLE "inbound_mail" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"recipient" text NOT NULL,
	"storage_key" text NOT NULL,
	"size" integer NOT NULL,
	"content_hash" text NOT NULL,
	"fingerprint" text,
	"outcome" text,
	"from_name" text DEFAULT '' NOT NULL,
	"from_address" text,
	"subject" text DEFAULT '' NOT NULL,
	"recipients" jsonb,
	"authentication" jsonb,
	"quoted" text,
	"ticket_id" uuid,
	"message_id" uuid,
	"received_at" timestamp (3) with time zone NOT NULL,
	"processed_at" timestamp (3) with time zone,
	CONSTRAINT "inbound_mail_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "inbound_mail" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "inbound_mail" ADD CONSTRAINT "inbound_mail_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "inbound_mail_content" ON "inbound_mail" USING btree ("tenant_id","content_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "inbound_mail_fingerprint" ON "inbound_mail" USING btree ("tenant_id","fingerprint") WHERE fingerprint is not null;--> statement-breakpoint
CREATE INDEX "inbound_mail_by_time" ON "inbound_mail" USING btree ("tenant_id","received_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "inbound_mail_by_ticket" ON "inbound_mail" USING btree ("tenant_id","ticket_id","received_at") WHERE ticket_id is not null;--> statement-breakpoint
CREATE INDEX "inbound_mail_by_sender" ON "inbound_mail" USING btree ("tenant_id","from_address","received_at");--> statement-breakpoint
CREATE INDEX "inbound_mail_waiting" ON "inbound_mail" USING btree ("received_at") WHERE outcome is null;--> statement-breakpoint
CREATE POLICY "own_tenant" ON "inbound_mail" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
-- by hand
-- The ids of all businesses in a range: the address of a ticket names the first bytes of its business's.
CREATE FUNCTION tenants_between(p_from uuid, p_to uuid) RETURNS TABLE (id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT t.id FROM public.tenant t WHERE t.id BETWEEN p_from AND p_to LIMIT 100
$$;--> statement-breakpoint
-- Mails of all businesses that arrived before an instant and wait.
CREATE FUNCTION waiting_mails(p_before timestamptz, p_limit integer) RETURNS TABLE (tenant_id uuid, mail_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT i.tenant_id, i.id FROM public.inbound_mail i WHERE i.outcome IS NULL AND i.received_at < p_before
  ORDER BY i.received_at LIMIT p_limit
$$;
