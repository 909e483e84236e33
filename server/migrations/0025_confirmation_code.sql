CREATE TABLE "confirmation_code" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"code_hash" text NOT NULL,
	"guesses" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "confirmation_code_tenant_id_user_id_kind_pk" PRIMARY KEY("tenant_id","user_id","kind")
);
--> statement-breakpoint
ALTER TABLE "confirmation_code" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "guest" ADD COLUMN "portal_host" text;--> statement-breakpoint
ALTER TABLE "tenant" ADD COLUMN "confirmed_email" text;--> statement-breakpoint
ALTER TABLE "confirmation_code" ADD CONSTRAINT "confirmation_code_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_tenant" ON "confirmation_code" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
DROP POLICY "own_tenant" ON "phone_code" CASCADE;--> statement-breakpoint
DROP TABLE "phone_code" CASCADE;