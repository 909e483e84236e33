CREATE TABLE "ticket_bulk_change" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"actions" jsonb NOT NULL,
	"undo_of" uuid,
	"state" text DEFAULT 'running' NOT NULL,
	"total" integer NOT NULL,
	"selection" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "ticket_bulk_change_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "ticket_bulk_change" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ticket_bulk_item" (
	"tenant_id" uuid NOT NULL,
	"change_id" uuid NOT NULL,
	"ticket_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"former" jsonb,
	"version" integer,
	CONSTRAINT "ticket_bulk_item_tenant_id_change_id_ticket_id_pk" PRIMARY KEY("tenant_id","change_id","ticket_id")
);
--> statement-breakpoint
ALTER TABLE "ticket_bulk_item" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ticket_view" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"owner_id" uuid,
	"name" text NOT NULL,
	"filter" jsonb NOT NULL,
	"tally" jsonb,
	"is_by_assignee" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ticket_view_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "ticket_view" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ticket_view_tally" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"view_id" uuid NOT NULL,
	"assignee_id" uuid NOT NULL,
	"is_total" boolean DEFAULT false NOT NULL,
	"tickets" integer NOT NULL,
	CONSTRAINT "ticket_view_tally_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "ticket_view_tally" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "ticket_bulk_change" ADD CONSTRAINT "ticket_bulk_change_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_bulk_change" ADD CONSTRAINT "ticket_bulk_change_tenant_id_member_id_member_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","member_id") REFERENCES "public"."member"("tenant_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_bulk_item" ADD CONSTRAINT "ticket_bulk_item_tenant_id_change_id_ticket_bulk_change_tenant_id_id_fk" FOREIGN KEY ("tenant_id","change_id") REFERENCES "public"."ticket_bulk_change"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_view" ADD CONSTRAINT "ticket_view_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_view" ADD CONSTRAINT "ticket_view_tenant_id_owner_id_member_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","owner_id") REFERENCES "public"."member"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_view_tally" ADD CONSTRAINT "ticket_view_tally_tenant_id_view_id_ticket_view_tenant_id_id_fk" FOREIGN KEY ("tenant_id","view_id") REFERENCES "public"."ticket_view"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_bulk_undo" ON "ticket_bulk_change" USING btree ("tenant_id","undo_of") WHERE undo_of is not null;--> statement-breakpoint
CREATE INDEX "ticket_bulk_by_time" ON "ticket_bulk_change" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "ticket_bulk_item_waiting" ON "ticket_bulk_item" USING btree ("tenant_id","change_id","ticket_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "ticket_view_by_owner" ON "ticket_view" USING btree ("tenant_id","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_view_total" ON "ticket_view_tally" USING btree ("tenant_id","view_id","assignee_id") WHERE is_total;--> statement-breakpoint
CREATE INDEX "ticket_view_tally_by_view" ON "ticket_view_tally" USING btree ("tenant_id","view_id");--> statement-breakpoint
CREATE INDEX "ticket_view_unfolded" ON "ticket_view_tally" USING btree ("tenant_id") WHERE not is_total;--> statement-breakpoint
CREATE POLICY "own_tenant" ON "ticket_bulk_change" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "ticket_bulk_item" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "ticket_view" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "ticket_view_tally" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
-- by hand
-- Whether a ticket belongs to a view, by the columns of the ticket alone; conditions.ts selects alike, and a test compares the two.
CREATE FUNCTION ticket_is_tallied(p_tally jsonb, p_status text, p_priority text, p_source text, p_category text, p_assignee uuid,
  p_team uuid, p_rating integer, p_tags text[], p_customer uuid, p_is_snoozed boolean, p_is_merged boolean) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT (p_tally->'statuses' IS NULL OR p_tally->'statuses' ? p_status)
    AND (p_tally->'priorities' IS NULL OR p_tally->'priorities' ? p_priority)
    AND (p_tally->'sources' IS NULL OR p_tally->'sources' ? p_source)
    AND (p_tally->'categories' IS NULL OR p_tally->'categories' ? p_category)
    AND (p_tally->'assignees' IS NULL OR p_tally->'assignees' ? coalesce(p_assignee::text, 'none'))
    AND (p_tally->'teams' IS NULL OR p_tally->'teams' ? coalesce(p_team::text, 'none'))
    AND (p_tally->'ratings' IS NULL OR p_tally->'ratings' ? coalesce(p_rating::text, 'none'))
    AND (p_tally->'tags' IS NULL OR p_tally->'tags' ?| p_tags)
    AND (p_tally->'customerId' IS NULL OR p_tally->>'customerId' IS NOT DISTINCT FROM p_customer::text)
    AND CASE WHEN p_tally ? 'snoozed' THEN p_is_snoozed ELSE NOT p_is_snoozed AND NOT p_is_merged END
$$;
--> statement-breakpoint
-- A view that is being saved counts the tickets and holds this lock alone: a change either commits before and is counted, or sees the view.
CREATE FUNCTION tally_view_tickets() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('ticket_view_tally'), hashtext(c.tenant_id::text))
  FROM (SELECT DISTINCT tenant_id FROM changed) c;
  INSERT INTO public.ticket_view_tally (tenant_id, view_id, assignee_id, tickets)
  SELECT v.tenant_id, v.id,
    CASE WHEN v.is_by_assignee AND c.assignee_id IS NOT NULL THEN c.assignee_id ELSE '00000000-0000-0000-0000-000000000000' END,
    (CASE WHEN TG_OP = 'INSERT' THEN 1 ELSE -1 END) * count(*)
  FROM changed c JOIN public.ticket_view v ON v.tenant_id = c.tenant_id
  WHERE v.tally IS NOT NULL AND ticket_is_tallied(v.tally, c.status, c.priority, c.source, c.category, c.assignee_id, c.team_id,
    c.rating, c.tags, c.customer_id, c.snoozed_until IS NOT NULL OR c.snoozed_until_reply, c.merged_into_id IS NOT NULL)
  GROUP BY 1, 2, 3;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION tally_view_ticket_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('ticket_view_tally'), hashtext(NEW.tenant_id::text));
  INSERT INTO public.ticket_view_tally (tenant_id, view_id, assignee_id, tickets)
  SELECT x.tenant_id, x.id, x.assignee_id, sum(x.tickets) FROM (
    SELECT v.tenant_id, v.id, CASE WHEN v.is_by_assignee AND NEW.assignee_id IS NOT NULL THEN NEW.assignee_id
        ELSE '00000000-0000-0000-0000-000000000000'::uuid END AS assignee_id, 1 AS tickets
    FROM public.ticket_view v WHERE v.tenant_id = NEW.tenant_id AND v.tally IS NOT NULL
      AND ticket_is_tallied(v.tally, NEW.status, NEW.priority, NEW.source, NEW.category, NEW.assignee_id, NEW.team_id,
        NEW.rating, NEW.tags, NEW.customer_id, NEW.snoozed_until IS NOT NULL OR NEW.snoozed_until_reply,
        NEW.merged_into_id IS NOT NULL)
    UNION ALL
    SELECT v.tenant_id, v.id, CASE WHEN v.is_by_assignee AND OLD.assignee_id IS NOT NULL THEN OLD.assignee_id
        ELSE '00000000-0000-0000-0000-000000000000'::uuid END, -1
    FROM public.ticket_view v WHERE v.tenant_id = OLD.tenant_id AND v.tally IS NOT NULL
      AND ticket_is_tallied(v.tally, OLD.status, OLD.priority, OLD.source, OLD.category, OLD.assignee_id, OLD.team_id,
        OLD.rating, OLD.tags, OLD.customer_id, OLD.snoozed_until IS NOT NULL OR OLD.snoozed_until_reply,
        OLD.merged_into_id IS NOT NULL)
  ) x GROUP BY 1, 2, 3 HAVING sum(x.tickets) <> 0;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER tally_view_new_tickets AFTER INSERT ON "ticket" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tally_view_tickets();
--> statement-breakpoint
CREATE TRIGGER tally_view_deleted_tickets AFTER DELETE ON "ticket" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tally_view_tickets();
--> statement-breakpoint
CREATE TRIGGER tally_view_changed_ticket AFTER UPDATE ON "ticket" FOR EACH ROW
  WHEN ((NEW.status, NEW.priority, NEW.source, NEW.category, NEW.assignee_id, NEW.team_id, NEW.rating, NEW.tags, NEW.customer_id,
      NEW.snoozed_until IS NOT NULL, NEW.snoozed_until_reply, NEW.merged_into_id)
    IS DISTINCT FROM (OLD.status, OLD.priority, OLD.source, OLD.category, OLD.assignee_id, OLD.team_id, OLD.rating, OLD.tags, OLD.customer_id,
      OLD.snoozed_until IS NOT NULL, OLD.snoozed_until_reply, OLD.merged_into_id))
  EXECUTE FUNCTION tally_view_ticket_change();
--> statement-breakpoint
-- Adds the rows of single changes to the totals of their views. What is not committed yet is folded the next time.
CREATE FUNCTION fold_ticket_view_tallies(p_limit integer) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  WITH folded AS (
    DELETE FROM public.ticket_view_tally WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM public.ticket_view_tally WHERE NOT is_total LIMIT p_limit FOR UPDATE SKIP LOCKED))
    RETURNING *),
  added AS (
    INSERT INTO public.ticket_view_tally AS y (tenant_id, view_id, assignee_id, is_total, tickets)
    SELECT f.tenant_id, f.view_id, f.assignee_id, true, sum(f.tickets) FROM folded f GROUP BY 1, 2, 3
    ON CONFLICT (tenant_id, view_id, assignee_id) WHERE is_total DO UPDATE SET tickets = y.tickets + excluded.tickets)
  SELECT count(*)::int FROM folded
$$;
