CREATE TABLE "quality_run" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"trigger" text NOT NULL,
	"started_by_name" text,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"passed" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "quality_run_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "quality_run" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "test_question" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"question" text NOT NULL,
	"expected" jsonb NOT NULL,
	"origin" text DEFAULT 'manual' NOT NULL,
	"message_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "test_question_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "test_question" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "test_result" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"test_question_id" uuid NOT NULL,
	"result" jsonb NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "test_result_tenant_id_run_id_test_question_id_pk" PRIMARY KEY("tenant_id","run_id","test_question_id")
);
--> statement-breakpoint
ALTER TABLE "test_result" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "quality_run" ADD CONSTRAINT "quality_run_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_question" ADD CONSTRAINT "test_question_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_result" ADD CONSTRAINT "test_result_tenant_id_run_id_quality_run_tenant_id_id_fk" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."quality_run"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_result" ADD CONSTRAINT "test_result_tenant_id_test_question_id_test_question_tenant_id_id_fk" FOREIGN KEY ("tenant_id","test_question_id") REFERENCES "public"."test_question"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "quality_run_by_time" ON "quality_run" USING btree ("tenant_id","started_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "test_question_by_time" ON "test_question" USING btree ("tenant_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "test_question_by_message" ON "test_question" USING btree ("tenant_id","message_id");--> statement-breakpoint
CREATE INDEX "test_result_by_question" ON "test_result" USING btree ("tenant_id","test_question_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE POLICY "own_tenant" ON "quality_run" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "test_question" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "test_result" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));