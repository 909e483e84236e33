CREATE TABLE "auth"."earlier_document" (
	"path" text PRIMARY KEY NOT NULL,
	"collection" text NOT NULL,
	"encrypted" text NOT NULL,
	"imported_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "migrated_document" (
	"tenant_id" uuid NOT NULL,
	"migrated_from" text NOT NULL,
	"migrated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "migrated_document_tenant_id_migrated_from_pk" PRIMARY KEY("tenant_id","migrated_from")
);
--> statement-breakpoint
ALTER TABLE "migrated_document" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "auth"."data_run" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"tenant_id" uuid,
	"requested_by" uuid NOT NULL,
	"requested_by_email" text NOT NULL,
	"state" text NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"log" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"given" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"result" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"storage_key" text,
	"file_bytes" bigint,
	"expires_at" timestamp (3) with time zone,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "auth"."user" ADD COLUMN "onboarding_complete" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "auth"."user" ADD COLUMN "reset_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "auth"."user" ADD COLUMN "reset_by" text;--> statement-breakpoint
ALTER TABLE "migrated_document" ADD CONSTRAINT "migrated_document_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "data_run_by_time" ON "auth"."data_run" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "data_run_by_tenant" ON "auth"."data_run" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "data_run_unfinished" ON "auth"."data_run" USING btree ("starts_at") WHERE state in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "data_run_by_expiry" ON "auth"."data_run" USING btree ("expires_at") WHERE storage_key is not null;--> statement-breakpoint
CREATE POLICY "own_tenant" ON "migrated_document" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));