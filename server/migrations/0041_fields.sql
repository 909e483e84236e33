CREATE TABLE "ticket_field" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"help" text NOT NULL,
	"options" text[] DEFAULT '{}' NOT NULL,
	"required" text NOT NULL,
	"is_on_form" boolean NOT NULL,
	"position" integer NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ticket_field_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "ticket_field_by_key" UNIQUE("tenant_id","key")
);
--> statement-breakpoint
ALTER TABLE "ticket_field" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ticket_tag" (
	"tenant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"colour" text NOT NULL,
	CONSTRAINT "ticket_tag_tenant_id_name_pk" PRIMARY KEY("tenant_id","name")
);
--> statement-breakpoint
ALTER TABLE "ticket_tag" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "custom_fields" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "sla_state" text;--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "sla_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "ticket_field" ADD CONSTRAINT "ticket_field_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_tag" ADD CONSTRAINT "ticket_tag_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_field_by_name" ON "ticket_field" USING btree ("tenant_id",lower(name)) WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "ticket_field_by_position" ON "ticket_field" USING btree ("tenant_id","position");--> statement-breakpoint
CREATE INDEX "ticket_due" ON "ticket" USING btree ("tenant_id","sla_state","sla_due_at") WHERE sla_state in ('soon', 'breached');--> statement-breakpoint
CREATE POLICY "own_tenant" ON "ticket_field" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "ticket_tag" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
-- by hand
-- What a ticket shows of its agreed times is copied from their row, so that list, filter and counters read one row.
CREATE FUNCTION copy_ticket_sla() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE public.ticket SET sla_state = NULL, sla_due_at = NULL WHERE tenant_id = OLD.tenant_id AND id = OLD.ticket_id;
  ELSE
    UPDATE public.ticket SET sla_state = NEW.state, sla_due_at = NEW.next_due_at WHERE tenant_id = NEW.tenant_id AND id = NEW.ticket_id
      AND (sla_state, sla_due_at) IS DISTINCT FROM (NEW.state, NEW.next_due_at);
  END IF;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER copy_ticket_sla AFTER INSERT OR UPDATE OR DELETE ON "ticket_sla" FOR EACH ROW EXECUTE FUNCTION copy_ticket_sla();
--> statement-breakpoint
UPDATE ticket t SET sla_state = s.state, sla_due_at = s.next_due_at FROM ticket_sla s WHERE s.tenant_id = t.tenant_id AND s.ticket_id = t.id;
--> statement-breakpoint
DROP TRIGGER tally_view_changed_ticket ON "ticket";
--> statement-breakpoint
DROP FUNCTION ticket_is_tallied(jsonb, text, text, text, text, uuid, uuid, integer, text[], uuid, boolean, boolean);
--> statement-breakpoint
-- Of each field any of the given values (`field's id:value`); apart, so that the planner can inline the function below.
CREATE FUNCTION ticket_has_fields(p_wanted jsonb, p_fields jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT NOT EXISTS (SELECT FROM jsonb_array_elements_text(p_wanted) AS w (one) GROUP BY left(w.one, 36)
    HAVING NOT bool_or(CASE
      WHEN NOT p_fields ? left(w.one, 36) THEN substr(w.one, 38) = 'none'
      WHEN jsonb_typeof(p_fields->left(w.one, 36)) = 'boolean'
        THEN substr(w.one, 38) = CASE p_fields->>left(w.one, 36) WHEN 'true' THEN 'yes' ELSE 'no' END
      ELSE p_fields->left(w.one, 36) ? substr(w.one, 38) END))
$$;
--> statement-breakpoint
-- Whether a ticket belongs to a view, by the columns of the ticket alone; conditions.ts selects alike, and a test compares the two.
CREATE FUNCTION ticket_is_tallied(p_tally jsonb, p_status text, p_priority text, p_source text, p_category text, p_assignee uuid,
  p_team uuid, p_rating integer, p_tags text[], p_customer uuid, p_is_snoozed boolean, p_is_merged boolean, p_sla text, p_fields jsonb)
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
    c.rating, c.tags, c.customer_id, c.snoozed_until IS NOT NULL OR c.snoozed_until_reply, c.merged_into_id IS NOT NULL, c.sla_state, c.custom_fields)
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
        NEW.merged_into_id IS NOT NULL, NEW.sla_state, NEW.custom_fields)
    UNION ALL
    SELECT v.tenant_id, v.id, CASE WHEN v.is_by_assignee AND OLD.assignee_id IS NOT NULL THEN OLD.assignee_id
        ELSE '00000000-0000-0000-0000-000000000000'::uuid END, -1
    FROM public.ticket_view v WHERE v.tenant_id = OLD.tenant_id AND v.tally IS NOT NULL
      AND ticket_is_tallied(v.tally, OLD.status, OLD.priority, OLD.source, OLD.category, OLD.assignee_id, OLD.team_id,
        OLD.rating, OLD.tags, OLD.customer_id, OLD.snoozed_until IS NOT NULL OR OLD.snoozed_until_reply,
        OLD.merged_into_id IS NOT NULL, OLD.sla_state, OLD.custom_fields)
  ) x GROUP BY 1, 2, 3 HAVING sum(x.tickets) <> 0;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER tally_view_changed_ticket AFTER UPDATE ON "ticket" FOR EACH ROW
  WHEN ((NEW.status, NEW.priority, NEW.source, NEW.category, NEW.assignee_id, NEW.team_id, NEW.rating, NEW.tags, NEW.customer_id,
      NEW.snoozed_until IS NOT NULL, NEW.snoozed_until_reply, NEW.merged_into_id, NEW.sla_state, NEW.custom_fields)
    IS DISTINCT FROM (OLD.status, OLD.priority, OLD.source, OLD.category, OLD.assignee_id, OLD.team_id, OLD.rating, OLD.tags, OLD.customer_id,
      OLD.snoozed_until IS NOT NULL, OLD.snoozed_until_reply, OLD.merged_into_id, OLD.sla_state, OLD.custom_fields))
  EXECUTE FUNCTION tally_view_ticket_change();
