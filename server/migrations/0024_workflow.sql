DROP INDEX "ticket_counted";--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "snoozed_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "snoozed_until_reply" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "merged_into_id" uuid;--> statement-breakpoint
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_tenant_id_merged_into_id_ticket_tenant_id_id_fk" FOREIGN KEY ("tenant_id","merged_into_id") REFERENCES "public"."ticket"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ticket_snoozed" ON "ticket" USING btree ("tenant_id","last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE snoozed_until is not null or snoozed_until_reply;--> statement-breakpoint
CREATE INDEX "ticket_to_wake" ON "ticket" USING btree ("snoozed_until") WHERE snoozed_until is not null;--> statement-breakpoint
CREATE INDEX "ticket_merged" ON "ticket" USING btree ("tenant_id","merged_into_id") WHERE merged_into_id is not null;--> statement-breakpoint
CREATE INDEX "ticket_counted" ON "ticket" USING btree ("tenant_id","status") WHERE not is_demo and snoozed_until is null and not snoozed_until_reply and merged_into_id is null;--> statement-breakpoint
-- by hand
CREATE FUNCTION tickets_to_wake(p_now timestamptz, p_limit integer) RETURNS TABLE (tenant_id uuid, ticket_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT t.tenant_id, t.id FROM public.ticket t WHERE t.snoozed_until <= p_now ORDER BY t.snoozed_until LIMIT p_limit
$$;
