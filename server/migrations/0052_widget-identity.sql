CREATE TABLE "customer_identity" (
	"tenant_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"customer_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "customer_identity_tenant_id_external_id_pk" PRIMARY KEY("tenant_id","external_id")
);
--> statement-breakpoint
ALTER TABLE "customer_identity" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "used_identity_token" (
	"tenant_id" uuid NOT NULL,
	"token_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "used_identity_token_tenant_id_token_id_pk" PRIMARY KEY("tenant_id","token_id")
);
--> statement-breakpoint
ALTER TABLE "used_identity_token" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "guest" ADD COLUMN "identified_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tenant" ADD COLUMN "widget" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tenant" ADD COLUMN "widget_secret_generation" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tenant" ADD COLUMN "widget_secret_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "customer_identity" ADD CONSTRAINT "customer_identity_tenant_id_customer_id_customer_tenant_id_id_fk" FOREIGN KEY ("tenant_id","customer_id") REFERENCES "public"."customer"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "used_identity_token" ADD CONSTRAINT "used_identity_token_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_identity_by_customer" ON "customer_identity" USING btree ("tenant_id","customer_id");--> statement-breakpoint
CREATE INDEX "used_identity_token_by_end" ON "used_identity_token" USING btree ("tenant_id","expires_at");--> statement-breakpoint
CREATE POLICY "own_tenant" ON "customer_identity" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "used_identity_token" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));