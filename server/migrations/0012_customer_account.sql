CREATE TABLE "auth"."customer_code" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"code_hash" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "account_id" uuid;--> statement-breakpoint
ALTER TABLE "guest" ADD COLUMN "account_id" uuid;--> statement-breakpoint
CREATE INDEX "customer_code_by_email" ON "auth"."customer_code" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "customer_code_by_time" ON "auth"."customer_code" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "customer" ADD CONSTRAINT "customer_by_account" UNIQUE("tenant_id","account_id");