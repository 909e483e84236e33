CREATE TABLE "auth"."stranger_message" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"tenant_id" uuid NOT NULL,
	"recipient" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "stranger_message_by_tenant" ON "auth"."stranger_message" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "stranger_message_by_recipient" ON "auth"."stranger_message" USING btree ("recipient","created_at");