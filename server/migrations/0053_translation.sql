CREATE TABLE "message_translation" (
	"tenant_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"language" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_translation_tenant_id_message_id_language_pk" PRIMARY KEY("tenant_id","message_id","language")
);
--> statement-breakpoint
ALTER TABLE "message_translation" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "original" text;--> statement-breakpoint
ALTER TABLE "message_translation" ADD CONSTRAINT "message_translation_tenant_id_message_id_message_tenant_id_id_fk" FOREIGN KEY ("tenant_id","message_id") REFERENCES "public"."message"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_tenant" ON "message_translation" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));