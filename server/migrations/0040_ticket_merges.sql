CREATE TABLE "ticket_merge" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"target_id" uuid NOT NULL,
	"merged_by_id" uuid NOT NULL,
	"merged_by_name" text NOT NULL,
	"former" jsonb NOT NULL,
	"merged_at" timestamp (3) with time zone NOT NULL,
	"undone_at" timestamp (3) with time zone,
	"undone_by_id" uuid,
	CONSTRAINT "ticket_merge_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "ticket_merge" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "conversation" ADD COLUMN "merged_into_id" uuid;--> statement-breakpoint
ALTER TABLE "conversation" ADD COLUMN "has_merged" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "activity_log" ADD COLUMN "changes" jsonb;--> statement-breakpoint
ALTER TABLE "ticket_merge" ADD CONSTRAINT "ticket_merge_tenant_id_source_id_ticket_tenant_id_id_fk" FOREIGN KEY ("tenant_id","source_id") REFERENCES "public"."ticket"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_merge" ADD CONSTRAINT "ticket_merge_tenant_id_target_id_ticket_tenant_id_id_fk" FOREIGN KEY ("tenant_id","target_id") REFERENCES "public"."ticket"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_merge_of_source" ON "ticket_merge" USING btree ("tenant_id","source_id") WHERE undone_at is null;--> statement-breakpoint
CREATE INDEX "ticket_merge_by_target" ON "ticket_merge" USING btree ("tenant_id","target_id");--> statement-breakpoint
ALTER TABLE "conversation" ADD CONSTRAINT "conversation_tenant_id_merged_into_id_conversation_tenant_id_id_fk" FOREIGN KEY ("tenant_id","merged_into_id") REFERENCES "public"."conversation"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversation_merged" ON "conversation" USING btree ("tenant_id","merged_into_id") WHERE merged_into_id is not null;--> statement-breakpoint
CREATE POLICY "own_tenant" ON "ticket_merge" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
-- by hand
DROP FUNCTION teams_with_waiting_tickets;
--> statement-breakpoint
-- In the order of their keys, after a team: whoever asks for page after page meets every team.
CREATE FUNCTION teams_with_waiting_tickets(p_after_tenant uuid, p_after_team uuid, p_limit integer) RETURNS TABLE (tenant_id uuid, team_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT g.tenant_id, g.id FROM public.team g
  WHERE (g.tenant_id, g.id) > (p_after_tenant, p_after_team) AND g.ticket_limit IS NOT NULL AND g.deleted_at IS NULL AND EXISTS (
    SELECT 1 FROM public.ticket t
    WHERE t.tenant_id = g.tenant_id AND t.team_id = g.id AND t.team_id IS NOT NULL AND t.assignee_id IS NULL
      AND t.status IN ('open', 'in-progress', 'waiting')
      AND t.snoozed_until IS NULL AND NOT t.snoozed_until_reply AND t.merged_into_id IS NULL)
  ORDER BY g.tenant_id, g.id LIMIT p_limit
$$;
