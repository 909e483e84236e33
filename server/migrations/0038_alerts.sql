CREATE TABLE "alert" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"ticket_id" uuid,
	"count" integer DEFAULT 1 NOT NULL,
	"by_id" uuid,
	"is_listed" boolean NOT NULL,
	"is_in_title" boolean NOT NULL,
	"has_sound" boolean NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "alert_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "alert" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "alert" ADD CONSTRAINT "alert_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert" ADD CONSTRAINT "alert_tenant_id_ticket_id_ticket_tenant_id_id_fk" FOREIGN KEY ("tenant_id","ticket_id") REFERENCES "public"."ticket"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_by_member" ON "alert" USING btree ("tenant_id","user_id","at","id");--> statement-breakpoint
CREATE INDEX "alert_by_ticket" ON "alert" USING btree ("tenant_id","ticket_id");--> statement-breakpoint
CREATE INDEX "alert_by_age" ON "alert" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_unread" ON "alert" USING btree ("tenant_id","user_id","kind",coalesce(ticket_id, tenant_id)) WHERE read_at is null;--> statement-breakpoint
CREATE POLICY "own_tenant" ON "alert" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
-- by hand
-- Old alerts of all businesses, and those beyond the newest of each member.
CREATE FUNCTION delete_old_alerts(p_before timestamptz, p_most integer, p_limit integer) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  WITH old AS (
    (SELECT a.tenant_id, a.id FROM public.alert a WHERE a.at < p_before LIMIT p_limit)
    UNION
    (SELECT n.tenant_id, n.id FROM (
       SELECT a.tenant_id, a.id, row_number() OVER (PARTITION BY a.tenant_id, a.user_id ORDER BY a.at DESC, a.id DESC) AS place
       FROM public.alert a) n
     WHERE n.place > p_most LIMIT p_limit)
  ), deleted AS (
    DELETE FROM public.alert a USING old o WHERE a.tenant_id = o.tenant_id AND a.id = o.id RETURNING 1
  )
  SELECT count(*)::integer FROM deleted
$$;
--> statement-breakpoint
-- Channels that did not exist are on where the member chose mail; warnings and breaches of agreed times are chosen one by one.
UPDATE notification_preference p SET choices = (
  SELECT jsonb_object_agg(e.name, jsonb_build_object('app', e.chosen->'mail', 'sound', e.chosen->'mail', 'title', e.chosen->'mail') || e.chosen)
  FROM jsonb_each(
    p.choices - 'sla' ||
      CASE WHEN p.choices ? 'sla' THEN jsonb_build_object('sla_warning', p.choices->'sla', 'sla_breach', p.choices->'sla') ELSE '{}' END
  ) AS e (name, chosen)
) WHERE p.choices <> '{}';
--> statement-breakpoint
-- Tells the open desks that a part of a business changed, with the commit: whoever and whatever changed it. PostgreSQL sends equal
-- notifications of a transaction once. The second argument names the column of the tenant.
CREATE FUNCTION announce_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
DECLARE
  v_silent text[] := ARRAY['updated_at', 'flood_notice_at', 'last_success_at', 'retry_at'];
  v_row jsonb := to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END);
BEGIN
  IF TG_OP = 'UPDATE' AND v_row - v_silent = to_jsonb(OLD) - v_silent THEN
    RETURN NULL;
  END IF;
  PERFORM pg_notify('segue_live', json_build_object(
    'tenantId', v_row->>coalesce(TG_ARGV[1], 'tenant_id'),
    'to', json_build_object('desk', true, 'conversation', NULL),
    'event', json_build_object('type', 'desk.changed', 'part', TG_ARGV[0]))::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  v_watched text[] := ARRAY[
    'settings brand_image', 'team member', 'team team', 'team team_member', 'team invitation', 'agents agent', 'agents agent_action',
    'agents action_request', 'providers ai_provider', 'providers ai_policy', 'automation automation_setting',
    'automation automation_rule', 'macros macro', 'billing subscription', 'links customer_link', 'mail mail_server',
    'mail blocked_address', 'customers customer_attribute', 'quality test_question'];
  v_one text;
BEGIN
  FOREACH v_one IN ARRAY v_watched LOOP
    EXECUTE format('CREATE TRIGGER announce_change AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION announce_change(%L)',
      split_part(v_one, ' ', 2), split_part(v_one, ' ', 1));
  END LOOP;
  CREATE TRIGGER announce_change AFTER UPDATE ON tenant FOR EACH ROW EXECUTE FUNCTION announce_change('settings', 'id');
END $$;
