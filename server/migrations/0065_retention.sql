CREATE TABLE "retention_policy" (
	"tenant_id" uuid NOT NULL,
	"chats_days" integer,
	"files_days" integer,
	"ai_records_days" integer,
	"mails_days" integer,
	"version" integer NOT NULL,
	"changed_by_name" text NOT NULL,
	"last_run_at" timestamp (3) with time zone,
	"last_deleted" jsonb,
	CONSTRAINT "retention_policy_tenant_id_pk" PRIMARY KEY("tenant_id")
);
--> statement-breakpoint
ALTER TABLE "retention_policy" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "retention_policy" ADD CONSTRAINT "retention_policy_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_tenant" ON "retention_policy" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
-- by hand
CREATE FUNCTION tenants_with_retention() RETURNS TABLE (tenant_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT r.tenant_id FROM public.retention_policy r JOIN public.tenant t ON t.id = r.tenant_id
  WHERE coalesce(r.chats_days, r.files_days, r.ai_records_days, r.mails_days) IS NOT NULL
  ORDER BY r.tenant_id
$$;
