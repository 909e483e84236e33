CREATE TABLE "auth"."announcement" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"audience" text NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"until_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."support_access" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid,
	"reason" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "auth"."system_error" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"name" text NOT NULL,
	"message" text NOT NULL,
	"count" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"last_request_id" text,
	"resolved_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "auth"."support_access" ADD CONSTRAINT "support_access_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "auth"."session"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcement_by_time" ON "auth"."announcement" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "announcement_by_end" ON "auth"."announcement" USING btree ("until_at");--> statement-breakpoint
CREATE INDEX "support_by_session" ON "auth"."support_access" USING btree ("session_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "support_by_tenant" ON "auth"."support_access" USING btree ("tenant_id","started_at");--> statement-breakpoint
CREATE INDEX "support_by_user" ON "auth"."support_access" USING btree ("user_id","tenant_id");--> statement-breakpoint
CREATE INDEX "system_error_by_time" ON "auth"."system_error" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "system_error_open" ON "auth"."system_error" USING btree ("last_at") WHERE resolved_at is null;--> statement-breakpoint
-- by hand
-- The desk that the platform owner opened as support in this session, as a membership. Nothing after its end.
CREATE FUNCTION support_membership_of(p_session uuid, p_now timestamptz)
RETURNS TABLE (tenant_id uuid, slug text, name text, primary_color text, is_demo boolean, role text, member_name text, email text,
  support_ends_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT t.id, t.slug, t.name, t.branding->>'primaryColor', t.is_demo, 'admin', 'Segue Support', u.email, a.ends_at
  FROM auth.support_access a JOIN auth."user" u ON u.id = a.user_id JOIN public.tenant t ON t.id = a.tenant_id
  WHERE a.session_id = p_session AND a.ended_at IS NULL AND a.ends_at > p_now
  ORDER BY a.started_at DESC LIMIT 1
$$;
--> statement-breakpoint
CREATE TRIGGER end_streams_of_ended_support AFTER UPDATE OF ended_at ON "auth"."support_access" FOR EACH ROW
  WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION end_streams('userId', 'user_id');
--> statement-breakpoint
-- The platform owner who worked as support was no member (server/src/owner/support-access.ts).
CREATE OR REPLACE FUNCTION ended_membership_of(p_user uuid) RETURNS TABLE (name text, is_removed boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT t.name, m.removed_at IS NOT NULL FROM public.member m JOIN public.tenant t ON t.id = m.tenant_id
  WHERE m.user_id = p_user AND (m.removed_at IS NOT NULL OR t.status <> 'ACTIVE')
    AND NOT EXISTS (SELECT 1 FROM auth.support_access a WHERE a.user_id = p_user AND a.tenant_id = m.tenant_id)
  ORDER BY m.removed_at IS NOT NULL, m.removed_at DESC, t.id LIMIT 1
$$;
--> statement-breakpoint
-- The platform owner's list of mails that businesses could not send: neither addresses nor texts.
CREATE FUNCTION failed_tenant_mails(p_limit integer)
RETURNS TABLE (tenant_id uuid, tenant_name text, kind text, attempts integer, last_error text, created_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT e.tenant_id, t.name, e.type, e.attempts, e.last_error, e.created_at
  FROM public.email_notification e JOIN public.tenant t ON t.id = e.tenant_id
  WHERE e.status = 'failed' ORDER BY e.created_at DESC LIMIT p_limit
$$;
--> statement-breakpoint
-- The audit log may not be read by the serving role; the platform owner reads it a page at a time.
CREATE FUNCTION audit_entries(p_pattern text, p_tenant uuid, p_from timestamptz, p_until timestamptz, p_at timestamptz, p_id uuid, p_limit integer)
RETURNS TABLE (id uuid, at timestamptz, action text, tenant_id uuid, tenant_name text, actor_kind text, actor_email text, address text,
  request_id text, detail jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT l.id, l.at, l.action, l.tenant_id, t.name, l.actor_kind, l.actor_email, l.address, l.request_id, l.detail
  FROM auth.audit_log l LEFT JOIN public.tenant t ON t.id = l.tenant_id
  WHERE (p_pattern IS NULL OR l.action ILIKE p_pattern OR l.actor_email ILIKE p_pattern)
    AND (p_tenant IS NULL OR l.tenant_id = p_tenant)
    AND (p_from IS NULL OR l.at >= p_from) AND (p_until IS NULL OR l.at <= p_until)
    AND (p_at IS NULL OR (l.at, l.id) < (p_at, p_id))
  ORDER BY l.at DESC, l.id DESC LIMIT p_limit
$$;
