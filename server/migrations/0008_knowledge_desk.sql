CREATE TABLE "question_group" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"faq_id" uuid,
	"settled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "question_group_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "question_group" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "unanswered_question" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"group_id" uuid,
	"text" text NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"signature" text[] DEFAULT '{}' NOT NULL,
	"outcome" text NOT NULL,
	"confidence" real,
	"nearest_faq_id" uuid,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "unanswered_question_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "unanswered_question" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "knowledge_import" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"rows" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"faults" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"added" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"is_published" boolean DEFAULT false NOT NULL,
	"on_duplicate" text DEFAULT 'skip' NOT NULL,
	"created_by" uuid NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "knowledge_import_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "knowledge_import" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "knowledge_start" (
	"tenant_id" uuid NOT NULL,
	"faq_samples_at" timestamp (3) with time zone,
	"document_samples_at" timestamp (3) with time zone,
	CONSTRAINT "knowledge_start_tenant_id_pk" PRIMARY KEY("tenant_id")
);
--> statement-breakpoint
ALTER TABLE "knowledge_start" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "knowledge_use" (
	"tenant_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"source_id" uuid NOT NULL,
	"is_helpful" boolean,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "knowledge_use_tenant_id_message_id_kind_source_id_pk" PRIMARY KEY("tenant_id","message_id","kind","source_id")
);
--> statement-breakpoint
ALTER TABLE "knowledge_use" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "faq" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "faq" ADD COLUMN "created_by_name" text;--> statement-breakpoint
ALTER TABLE "faq" ADD COLUMN "import_id" uuid;--> statement-breakpoint
ALTER TABLE "faq" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "question_group" ADD CONSTRAINT "question_group_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unanswered_question" ADD CONSTRAINT "unanswered_question_tenant_id_conversation_id_conversation_tenant_id_id_fk" FOREIGN KEY ("tenant_id","conversation_id") REFERENCES "public"."conversation"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unanswered_question" ADD CONSTRAINT "unanswered_question_tenant_id_group_id_question_group_tenant_id_id_fk" FOREIGN KEY ("tenant_id","group_id") REFERENCES "public"."question_group"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_import" ADD CONSTRAINT "knowledge_import_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_start" ADD CONSTRAINT "knowledge_start_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_use" ADD CONSTRAINT "knowledge_use_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "unanswered_question_by_time" ON "unanswered_question" USING btree ("tenant_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "unanswered_question_by_group" ON "unanswered_question" USING btree ("tenant_id","group_id","at");--> statement-breakpoint
CREATE INDEX "unanswered_question_by_conversation" ON "unanswered_question" USING btree ("tenant_id","conversation_id");--> statement-breakpoint
CREATE INDEX "knowledge_import_by_time" ON "knowledge_import" USING btree ("tenant_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "knowledge_use_by_time" ON "knowledge_use" USING btree ("tenant_id","at");--> statement-breakpoint
CREATE INDEX "knowledge_use_by_source" ON "knowledge_use" USING btree ("tenant_id","kind","source_id","at");--> statement-breakpoint
CREATE INDEX "faq_by_import" ON "faq" USING btree ("tenant_id","import_id") WHERE import_id is not null;--> statement-breakpoint
CREATE POLICY "own_tenant" ON "question_group" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "unanswered_question" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "knowledge_import" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "knowledge_start" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "knowledge_use" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));