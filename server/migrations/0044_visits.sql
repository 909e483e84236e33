DROP INDEX "ticket_listed";--> statement-breakpoint
DROP INDEX "ticket_created";--> statement-breakpoint
DROP INDEX "ticket_resolution";--> statement-breakpoint
DROP INDEX "ticket_rated";--> statement-breakpoint
ALTER TABLE "guest" ADD COLUMN "visit" jsonb;--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "utm_source" text;--> statement-breakpoint
CREATE INDEX "ticket_listed" ON "ticket" USING btree ("tenant_id","last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status","priority","category","source","assignee_id","team_id","rating","created_at","customer_id","snoozed_until","snoozed_until_reply","merged_into_id","utm_source");--> statement-breakpoint
CREATE INDEX "ticket_created" ON "ticket" USING btree ("tenant_id","created_at" DESC NULLS FIRST,"response_seconds","source","category","assignee_id","team_id","utm_source","id") WHERE not is_demo;--> statement-breakpoint
CREATE INDEX "ticket_resolution" ON "ticket" USING btree ("tenant_id","resolved_at","created_at","source","category","assignee_id","team_id","utm_source") WHERE resolved_at is not null and not is_demo;--> statement-breakpoint
CREATE INDEX "ticket_rated" ON "ticket" USING btree ("tenant_id","rated_at","rating","source","category","assignee_id","team_id","utm_source") WHERE rated_at is not null and not is_demo;
-- by hand
-- The source of a ticket's link is set when the ticket is created and never changes, so the trigger on changes compares as before.
DROP FUNCTION ticket_is_tallied(jsonb, text, text, text, text, uuid, uuid, integer, text[], uuid, boolean, boolean, text, jsonb);
--> statement-breakpoint
-- Whether a ticket belongs to a view, by the columns of the ticket alone; conditions.ts selects alike, and a test compares the two.
CREATE FUNCTION ticket_is_tallied(p_tally jsonb, p_status text, p_priority text, p_source text, p_category text, p_assignee uuid,
  p_team uuid, p_rating integer, p_tags text[], p_customer uuid, p_is_snoozed boolean, p_is_merged boolean, p_sla text, p_fields jsonb, p_utm_source text)
  RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT (p_tally->'statuses' IS NULL OR p_tally->'statuses' ? p_status)
    AND (p_tally->'priorities' IS NULL OR p_tally->'priorities' ? p_priority)
    AND (p_tally->'sources' IS NULL OR p_tally->'sources' ? p_source)
    AND (p_tally->'categories' IS NULL OR p_tally->'categories' ? p_category)
    AND (p_tally->'assignees' IS NULL OR p_tally->'assignees' ? coalesce(p_assignee::text, 'none'))
    AND (p_tally->'teams' IS NULL OR p_tally->'teams' ? coalesce(p_team::text, 'none'))
    AND (p_tally->'ratings' IS NULL OR p_tally->'ratings' ? coalesce(p_rating::text, 'none'))
    AND (p_tally->'tags' IS NULL OR p_tally->'tags' ?| p_tags)
    AND (p_tally->'sla' IS NULL OR (p_sla IS NOT NULL AND p_tally->'sla' ? p_sla))
    AND (p_tally->'utmSources' IS NULL OR p_tally->'utmSources' ? coalesce(p_utm_source, 'none'))
    AND (p_tally->'fields' IS NULL OR public.ticket_has_fields(p_tally->'fields', p_fields))
    AND (p_tally->'customerId' IS NULL OR p_tally->>'customerId' IS NOT DISTINCT FROM p_customer::text)
    AND CASE WHEN p_tally ? 'snoozed' THEN p_is_snoozed ELSE NOT p_is_snoozed AND NOT p_is_merged END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tally_view_tickets() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('ticket_view_tally'), hashtext(c.tenant_id::text))
  FROM (SELECT DISTINCT tenant_id FROM changed) c;
  INSERT INTO public.ticket_view_tally (tenant_id, view_id, assignee_id, tickets)
  SELECT v.tenant_id, v.id,
    CASE WHEN v.is_by_assignee AND c.assignee_id IS NOT NULL THEN c.assignee_id ELSE '00000000-0000-0000-0000-000000000000' END,
    (CASE WHEN TG_OP = 'INSERT' THEN 1 ELSE -1 END) * count(*)
  FROM changed c JOIN public.ticket_view v ON v.tenant_id = c.tenant_id
  WHERE v.tally IS NOT NULL AND ticket_is_tallied(v.tally, c.status, c.priority, c.source, c.category, c.assignee_id, c.team_id,
    c.rating, c.tags, c.customer_id, c.snoozed_until IS NOT NULL OR c.snoozed_until_reply, c.merged_into_id IS NOT NULL, c.sla_state, c.custom_fields, c.utm_source)
  GROUP BY 1, 2, 3;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tally_view_ticket_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('ticket_view_tally'), hashtext(NEW.tenant_id::text));
  INSERT INTO public.ticket_view_tally (tenant_id, view_id, assignee_id, tickets)
  SELECT x.tenant_id, x.id, x.assignee_id, sum(x.tickets) FROM (
    SELECT v.tenant_id, v.id, CASE WHEN v.is_by_assignee AND NEW.assignee_id IS NOT NULL THEN NEW.assignee_id
        ELSE '00000000-0000-0000-0000-000000000000'::uuid END AS assignee_id, 1 AS tickets
    FROM public.ticket_view v WHERE v.tenant_id = NEW.tenant_id AND v.tally IS NOT NULL
      AND ticket_is_tallied(v.tally, NEW.status, NEW.priority, NEW.source, NEW.category, NEW.assignee_id, NEW.team_id,
        NEW.rating, NEW.tags, NEW.customer_id, NEW.snoozed_until IS NOT NULL OR NEW.snoozed_until_reply,
        NEW.merged_into_id IS NOT NULL, NEW.sla_state, NEW.custom_fields, NEW.utm_source)
    UNION ALL
    SELECT v.tenant_id, v.id, CASE WHEN v.is_by_assignee AND OLD.assignee_id IS NOT NULL THEN OLD.assignee_id
        ELSE '00000000-0000-0000-0000-000000000000'::uuid END, -1
    FROM public.ticket_view v WHERE v.tenant_id = OLD.tenant_id AND v.tally IS NOT NULL
      AND ticket_is_tallied(v.tally, OLD.status, OLD.priority, OLD.source, OLD.category, OLD.assignee_id, OLD.team_id,
        OLD.rating, OLD.tags, OLD.customer_id, OLD.snoozed_until IS NOT NULL OR OLD.snoozed_until_reply,
        OLD.merged_into_id IS NOT NULL, OLD.sla_state, OLD.custom_fields, OLD.utm_source)
  ) x GROUP BY 1, 2, 3 HAVING sum(x.tickets) <> 0;
  RETURN NULL;
END;
$$;
