CREATE TABLE "data_import" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'new' NOT NULL,
	"reason" jsonb,
	"file_key" text,
	"records_key" text,
	"position" bigint DEFAULT 0 NOT NULL,
	"done" bigint DEFAULT 0 NOT NULL,
	"total" bigint DEFAULT 0 NOT NULL,
	"content" jsonb,
	"mapping" jsonb,
	"check_report" jsonb,
	"result" jsonb,
	"removed" integer,
	"kept" integer,
	"skipped_count" integer DEFAULT 0 NOT NULL,
	"created_by" uuid NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "data_import_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "data_import" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "data_import_record" (
	"tenant_id" uuid NOT NULL,
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"external_id" text NOT NULL,
	"import_id" uuid NOT NULL,
	"target_id" uuid NOT NULL,
	"is_made" boolean NOT NULL,
	"seq" integer DEFAULT 0 NOT NULL,
	"is_kept" boolean DEFAULT false NOT NULL,
	CONSTRAINT "data_import_record_tenant_id_source_kind_external_id_pk" PRIMARY KEY("tenant_id","source","kind","external_id")
);
--> statement-breakpoint
ALTER TABLE "data_import_record" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "data_import_skip" (
	"tenant_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"ordinal" bigint NOT NULL,
	"kind" text,
	"external_id" text,
	"place" text NOT NULL,
	"reason" jsonb NOT NULL,
	CONSTRAINT "data_import_skip_tenant_id_import_id_ordinal_pk" PRIMARY KEY("tenant_id","import_id","ordinal")
);
--> statement-breakpoint
ALTER TABLE "data_import_skip" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "data_import" ADD CONSTRAINT "data_import_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_import_record" ADD CONSTRAINT "data_import_record_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_import_skip" ADD CONSTRAINT "data_import_skip_tenant_id_import_id_data_import_tenant_id_id_fk" FOREIGN KEY ("tenant_id","import_id") REFERENCES "public"."data_import"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "data_import_by_time" ON "data_import" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "data_import_record_by_import" ON "data_import_record" USING btree ("tenant_id","import_id","kind","is_kept");--> statement-breakpoint
CREATE POLICY "own_tenant" ON "data_import" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "data_import_record" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "data_import_skip" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
-- by hand
--> statement-breakpoint
-- Imports whose job is to be queued again, since nothing has changed in them for long, and those whose files are no longer needed. Only the
-- serving role's recurring job calls it; it gives ids and nothing of the businesses.
CREATE FUNCTION stale_data_imports(p_quiet_since timestamptz, p_unused_since timestamptz, p_limit integer)
RETURNS TABLE (tenant_id uuid, import_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT d.tenant_id, d.id FROM public.data_import d
  WHERE (d.status IN ('reading', 'checking', 'running', 'undoing') AND d.changed_at < p_quiet_since)
    OR ((d.file_key IS NOT NULL OR d.records_key IS NOT NULL) AND d.changed_at < p_unused_since)
  ORDER BY d.changed_at LIMIT p_limit
$$;
