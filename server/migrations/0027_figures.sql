CREATE TABLE "report_schedule" (
	"tenant_id" uuid NOT NULL,
	"rhythm" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "report_schedule_tenant_id_rhythm_pk" PRIMARY KEY("tenant_id","rhythm")
);
--> statement-breakpoint
ALTER TABLE "report_schedule" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP INDEX "ticket_created";--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "response_seconds" integer;--> statement-breakpoint
ALTER TABLE "report_schedule" ADD CONSTRAINT "report_schedule_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_due" ON "report_schedule" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "ticket_created" ON "ticket" USING btree ("tenant_id","created_at" DESC NULLS FIRST,"response_seconds","source","category","assignee_id","team_id","id") WHERE not is_demo;--> statement-breakpoint
CREATE POLICY "own_tenant" ON "report_schedule" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
-- by hand
UPDATE ticket t SET response_seconds = round(CASE WHEN w.first_at <= t.created_at THEN w.latency
    ELSE greatest(0, extract(epoch FROM least(t.first_response_at, w.first_at) - t.created_at)) END)
FROM ticket o LEFT JOIN (
  SELECT tenant_id, conversation_id, min(first_at) AS first_at, sum(latency_ms)::numeric / greatest(sum(answers), 1) / 1000 AS latency
  FROM agent_work GROUP BY tenant_id, conversation_id) w ON w.tenant_id = o.tenant_id AND w.conversation_id = o.conversation_id
WHERE o.tenant_id = t.tenant_id AND o.id = t.id AND coalesce(o.first_response_at, w.first_at) IS NOT NULL;
--> statement-breakpoint
CREATE FUNCTION due_reports(p_now timestamptz, p_limit integer) RETURNS TABLE (tenant_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT b.id FROM public.tenant b
  WHERE b.status = 'ACTIVE' AND (NOT EXISTS (SELECT 1 FROM public.report_schedule s WHERE s.tenant_id = b.id)
    OR EXISTS (SELECT 1 FROM public.report_schedule s WHERE s.tenant_id = b.id AND s.due_at <= p_now))
  ORDER BY b.id LIMIT p_limit
$$;
