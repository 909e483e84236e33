CREATE TABLE "automation_time_position" (
	"tenant_id" uuid NOT NULL,
	"rule_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"id" uuid NOT NULL,
	CONSTRAINT "automation_time_position_tenant_id_rule_id_pk" PRIMARY KEY("tenant_id","rule_id")
);
--> statement-breakpoint
ALTER TABLE "automation_time_position" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "automation_time_position" ADD CONSTRAINT "automation_time_position_tenant_id_rule_id_automation_rule_tenant_id_id_fk" FOREIGN KEY ("tenant_id","rule_id") REFERENCES "public"."automation_rule"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "automation_run_to_delete" ON "automation_run" USING btree ("at");--> statement-breakpoint
CREATE INDEX "message_written" ON "message" USING btree ("tenant_id","created_at","id","conversation_id") WHERE author = 'customer' or (author = 'member' and author_id is not null and visibility = 'public');--> statement-breakpoint
CREATE POLICY "own_tenant" ON "automation_time_position" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
-- by hand
-- Old entries of the logs of rules, of all businesses.
CREATE FUNCTION delete_old_rule_runs(p_before timestamptz, p_limit integer) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  WITH old AS (SELECT r.tenant_id, r.id FROM public.automation_run r WHERE r.at < p_before ORDER BY r.at LIMIT p_limit),
  deleted AS (DELETE FROM public.automation_run r USING old o WHERE r.tenant_id = o.tenant_id AND r.id = o.id RETURNING 1)
  SELECT count(*)::integer FROM deleted
$$;
