CREATE TABLE "business_profile" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"profile" jsonb,
	"completed_steps" integer[] DEFAULT '{}' NOT NULL,
	"onboarding_completed_at" timestamp (3) with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone,
	"updated_by" uuid,
	"sampled_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "business_profile" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "document_passage" (
	"tenant_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"heading" text,
	"page" integer,
	"text" text NOT NULL,
	CONSTRAINT "document_passage_tenant_id_document_id_position_pk" PRIMARY KEY("tenant_id","document_id","position")
);
--> statement-breakpoint
ALTER TABLE "document_passage" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "training_document" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "training_document" ADD COLUMN "progress" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "training_document" ADD COLUMN "source" text DEFAULT 'text' NOT NULL;--> statement-breakpoint
ALTER TABLE "training_document" ADD COLUMN "origin" text;--> statement-breakpoint
ALTER TABLE "training_document" ADD COLUMN "storage_key" text;--> statement-breakpoint
ALTER TABLE "training_document" ADD COLUMN "pages" integer;--> statement-breakpoint
ALTER TABLE "training_document" ADD COLUMN "uploaded_by" uuid;--> statement-breakpoint
ALTER TABLE "training_document" ADD COLUMN "queued_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "business_profile" ADD CONSTRAINT "business_profile_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_passage" ADD CONSTRAINT "document_passage_tenant_id_document_id_training_document_tenant_id_id_fk" FOREIGN KEY ("tenant_id","document_id") REFERENCES "public"."training_document"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_by_time" ON "training_document" USING btree ("tenant_id","uploaded_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "document_unread" ON "training_document" USING btree ("queued_at") WHERE status = 'processing';--> statement-breakpoint
CREATE POLICY "own_tenant" ON "business_profile" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "document_passage" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
-- Documents from before have no passages yet: they are read again, and serve when that is done.
UPDATE "training_document" SET "status" = 'processing' WHERE "status" = 'active';--> statement-breakpoint
-- The clockwork looks for documents whose reading was never begun or got lost, over all tenants; it gets addresses only.
CREATE FUNCTION unread_documents(p_before timestamptz, p_limit integer) RETURNS TABLE (tenant_id uuid, document_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT d.tenant_id, d.id FROM public.training_document d
  WHERE d.status = 'processing' AND (d.queued_at IS NULL OR d.queued_at < p_before) ORDER BY d.queued_at NULLS FIRST LIMIT p_limit
$$;
