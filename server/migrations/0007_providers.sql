CREATE TABLE "ai_attempt" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"conversation_id" uuid,
	"message_id" uuid,
	"guest_id" uuid,
	"agent_id" uuid,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"place" integer NOT NULL,
	"fault" text,
	"input_tokens" integer NOT NULL,
	"output_tokens" integer NOT NULL,
	"cost_micro_cents" bigint NOT NULL,
	"price_version" text,
	"first_token_ms" integer,
	"latency_ms" integer NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ai_attempt_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "ai_attempt" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ai_policy" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"provider_order" text[] NOT NULL,
	"response_priority" text NOT NULL,
	"guest_daily_cents" integer,
	"tenant_daily_cents" integer,
	"cheaper_from_percent" integer NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"updated_by_name" text
);
--> statement-breakpoint
ALTER TABLE "ai_policy" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ai_provider" (
	"tenant_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"sealed_key" text,
	"key_end" text,
	"key_changed_at" timestamp (3) with time zone,
	"status" text DEFAULT 'untested' NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"model" text,
	"base_url" text,
	"input_cents" double precision,
	"output_cents" double precision,
	CONSTRAINT "ai_provider_tenant_id_provider_pk" PRIMARY KEY("tenant_id","provider")
);
--> statement-breakpoint
ALTER TABLE "ai_provider" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ai_spending" (
	"tenant_id" uuid NOT NULL,
	"day" date NOT NULL,
	"subject_id" uuid NOT NULL,
	"micro_cents" bigint NOT NULL,
	CONSTRAINT "ai_spending_tenant_id_day_subject_id_pk" PRIMARY KEY("tenant_id","day","subject_id")
);
--> statement-breakpoint
ALTER TABLE "ai_spending" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "ai_attempt" ADD CONSTRAINT "ai_attempt_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_policy" ADD CONSTRAINT "ai_policy_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_provider" ADD CONSTRAINT "ai_provider_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_spending" ADD CONSTRAINT "ai_spending_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attempt_by_time" ON "ai_attempt" USING btree ("tenant_id","at");--> statement-breakpoint
CREATE INDEX "attempt_by_conversation" ON "ai_attempt" USING btree ("tenant_id","conversation_id","at");--> statement-breakpoint
CREATE POLICY "own_tenant" ON "ai_attempt" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "ai_policy" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "ai_provider" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "ai_spending" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));