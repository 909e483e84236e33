CREATE TABLE "action_request" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"action_id" uuid NOT NULL,
	"conversation_id" uuid,
	"input" jsonb NOT NULL,
	"status" text NOT NULL,
	"result" text,
	"decided_by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "action_request_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "action_request" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "agent" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"default_type" text,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"description" text NOT NULL,
	"provider" text,
	"model" text,
	"status" text NOT NULL,
	"capabilities" text[] NOT NULL,
	"personality" text NOT NULL,
	"specializations" text[] NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agent_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "agent_by_default" UNIQUE("tenant_id","default_type")
);
--> statement-breakpoint
ALTER TABLE "agent" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "agent_action" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"method" text NOT NULL,
	"url" text NOT NULL,
	"parameters" jsonb NOT NULL,
	"sealed_headers" text,
	"header_names" text[] NOT NULL,
	"needs_confirmation" boolean NOT NULL,
	"is_enabled" boolean NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agent_action_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "agent_action_by_name" UNIQUE("tenant_id","agent_id","name")
);
--> statement-breakpoint
ALTER TABLE "agent_action" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "agent_work" (
	"tenant_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"answers" integer NOT NULL,
	"helped" integer NOT NULL,
	"failed" integer NOT NULL,
	"latency_ms" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "agent_work_tenant_id_conversation_id_agent_id_pk" PRIMARY KEY("tenant_id","conversation_id","agent_id")
);
--> statement-breakpoint
ALTER TABLE "agent_work" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "conversation" ADD COLUMN "agent" jsonb;--> statement-breakpoint
ALTER TABLE "action_request" ADD CONSTRAINT "action_request_tenant_id_action_id_agent_action_tenant_id_id_fk" FOREIGN KEY ("tenant_id","action_id") REFERENCES "public"."agent_action"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "action_request" ADD CONSTRAINT "action_request_tenant_id_conversation_id_conversation_tenant_id_id_fk" FOREIGN KEY ("tenant_id","conversation_id") REFERENCES "public"."conversation"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent" ADD CONSTRAINT "agent_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_action" ADD CONSTRAINT "agent_action_tenant_id_agent_id_agent_tenant_id_id_fk" FOREIGN KEY ("tenant_id","agent_id") REFERENCES "public"."agent"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_work" ADD CONSTRAINT "agent_work_tenant_id_agent_id_agent_tenant_id_id_fk" FOREIGN KEY ("tenant_id","agent_id") REFERENCES "public"."agent"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_work" ADD CONSTRAINT "agent_work_tenant_id_conversation_id_conversation_tenant_id_id_fk" FOREIGN KEY ("tenant_id","conversation_id") REFERENCES "public"."conversation"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "action_request_by_time" ON "action_request" USING btree ("tenant_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "agent_work_by_time" ON "agent_work" USING btree ("tenant_id","last_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE POLICY "own_tenant" ON "action_request" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "agent" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "agent_action" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "agent_work" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));