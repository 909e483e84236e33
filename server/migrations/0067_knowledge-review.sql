CREATE TABLE "compared_entry" (
	"tenant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"source_id" uuid NOT NULL,
	"mark" text NOT NULL,
	"compared_at" timestamp (3) with time zone NOT NULL,
	"page_read_at" timestamp (3) with time zone,
	CONSTRAINT "compared_entry_tenant_id_kind_source_id_pk" PRIMARY KEY("tenant_id","kind","source_id")
);
--> statement-breakpoint
ALTER TABLE "compared_entry" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "knowledge_conflict" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"first_kind" text NOT NULL,
	"first_id" uuid NOT NULL,
	"first" jsonb NOT NULL,
	"second_kind" text NOT NULL,
	"second_id" uuid NOT NULL,
	"second" jsonb NOT NULL,
	"fingerprint" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"dismissed_by" uuid,
	"dismissed_by_name" text,
	"found_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "knowledge_conflict_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "knowledge_conflict_once" UNIQUE("tenant_id","first_id","second_id","fingerprint")
);
--> statement-breakpoint
ALTER TABLE "knowledge_conflict" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "knowledge_review" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"reviewed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "knowledge_review" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stale_entry" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"source_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	"mark" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stale_entry_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "stale_entry_once" UNIQUE("tenant_id","source_id","reason")
);
--> statement-breakpoint
ALTER TABLE "stale_entry" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "compared_entry" ADD CONSTRAINT "compared_entry_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_conflict" ADD CONSTRAINT "knowledge_conflict_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_review" ADD CONSTRAINT "knowledge_review_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stale_entry" ADD CONSTRAINT "stale_entry_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "knowledge_conflict_by_time" ON "knowledge_conflict" USING btree ("tenant_id","status","found_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "knowledge_conflict_by_second" ON "knowledge_conflict" USING btree ("tenant_id","second_id");--> statement-breakpoint
CREATE INDEX "stale_entry_by_time" ON "stale_entry" USING btree ("tenant_id","status","found_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE POLICY "own_tenant" ON "compared_entry" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "knowledge_conflict" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "knowledge_review" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "stale_entry" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
-- by hand
CREATE FUNCTION unreviewed_knowledge(p_before timestamptz, p_limit integer) RETURNS TABLE (tenant_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT t.id FROM public.tenant t LEFT JOIN public.knowledge_review r ON r.tenant_id = t.id
  WHERE t.status = 'ACTIVE' AND (r.reviewed_at IS NULL OR r.reviewed_at < p_before)
    AND (EXISTS (SELECT 1 FROM public.faq f WHERE f.tenant_id = t.id AND f.is_published)
      OR EXISTS (SELECT 1 FROM public.article a WHERE a.tenant_id = t.id AND a.is_published)
      OR EXISTS (SELECT 1 FROM public.training_document d WHERE d.tenant_id = t.id AND d.status = 'active'))
  ORDER BY r.reviewed_at NULLS FIRST LIMIT p_limit
$$;
