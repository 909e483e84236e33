ALTER TABLE "team" ADD COLUMN "ticket_limit" integer;--> statement-breakpoint
ALTER TABLE "team_member" ADD COLUMN "last_assigned_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "ticket_waiting" ON "ticket" USING btree ("tenant_id","team_id","created_at","id") WHERE team_id is not null and assignee_id is null and status in ('open', 'in-progress', 'waiting') and snoozed_until is null and not snoozed_until_reply and merged_into_id is null;--> statement-breakpoint
-- by hand
CREATE FUNCTION teams_with_waiting_tickets(p_limit integer) RETURNS TABLE (tenant_id uuid, team_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT g.tenant_id, g.id FROM public.team g
  WHERE g.ticket_limit IS NOT NULL AND g.deleted_at IS NULL AND EXISTS (
    SELECT 1 FROM public.ticket t
    WHERE t.tenant_id = g.tenant_id AND t.team_id = g.id AND t.team_id IS NOT NULL AND t.assignee_id IS NULL
      AND t.status IN ('open', 'in-progress', 'waiting')
      AND t.snoozed_until IS NULL AND NOT t.snoozed_until_reply AND t.merged_into_id IS NULL)
  LIMIT p_limit
$$;
