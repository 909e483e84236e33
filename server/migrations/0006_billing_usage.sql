CREATE TABLE "plan_usage" (
	"tenant_id" uuid NOT NULL,
	"month" timestamp (3) with time zone NOT NULL,
	"tickets" integer DEFAULT 0 NOT NULL,
	"ai_interactions" integer DEFAULT 0 NOT NULL,
	"ticket_limit" integer DEFAULT 0 NOT NULL,
	"tickets_told_percent" integer DEFAULT 0 NOT NULL,
	"ai_told_percent" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "plan_usage_tenant_id_month_pk" PRIMARY KEY("tenant_id","month")
);
--> statement-breakpoint
ALTER TABLE "plan_usage" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "is_over_limit" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "plan_usage" ADD CONSTRAINT "plan_usage_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_tenant" ON "plan_usage" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));