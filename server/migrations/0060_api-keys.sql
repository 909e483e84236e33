CREATE TABLE "api_key" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"prefix" text NOT NULL,
	"key_hash" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_key_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "api_key" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_tenant_id_created_by_member_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","created_by") REFERENCES "public"."member"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_key_by_hash" ON "api_key" USING btree ("key_hash");--> statement-breakpoint
CREATE POLICY "own_tenant" ON "api_key" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
-- by hand
-- The business of a key is not known before: it follows from the hash of the key. With it what decides whether the key works.
CREATE FUNCTION api_key_of(p_hash text) RETURNS TABLE (tenant_id uuid, key_id uuid, name text, scopes text[], expires_at timestamptz,
  revoked_at timestamptz, last_used_at timestamptz, user_id uuid, email text, role text, is_active boolean, plan_id text, plan_ends_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT k.tenant_id, k.id, k.name, k.scopes, k.expires_at, k.revoked_at, k.last_used_at, k.created_by, m.email,
    CASE WHEN m.removed_at IS NULL AND u.disabled_at IS NULL THEN m.role END, t.status = 'ACTIVE', s.plan_id, s.ends_at
  FROM public.api_key k
  JOIN public.tenant t ON t.id = k.tenant_id
  JOIN public.member m ON m.tenant_id = k.tenant_id AND m.user_id = k.created_by
  LEFT JOIN auth."user" u ON u.id = k.created_by
  LEFT JOIN public.subscription s ON s.tenant_id = k.tenant_id
  WHERE k.key_hash = p_hash
$$;
--> statement-breakpoint
CREATE TRIGGER announce_change AFTER INSERT OR DELETE OR UPDATE OF revoked_at ON api_key
  FOR EACH ROW EXECUTE FUNCTION announce_change('api');
