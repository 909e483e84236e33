CREATE TABLE "composer_draft" (
	"tenant_id" uuid NOT NULL,
	"ticket_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"body" text NOT NULL,
	"file_ids" uuid[] NOT NULL,
	"revision" uuid NOT NULL,
	"saved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "composer_draft_tenant_id_ticket_id_user_id_mode_pk" PRIMARY KEY("tenant_id","ticket_id","user_id","mode")
);
--> statement-breakpoint
ALTER TABLE "composer_draft" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "macro" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"owner_id" uuid,
	"name" text NOT NULL,
	"body" text NOT NULL,
	"actions" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "macro_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "macro" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "composer_draft" ADD CONSTRAINT "composer_draft_tenant_id_ticket_id_ticket_tenant_id_id_fk" FOREIGN KEY ("tenant_id","ticket_id") REFERENCES "public"."ticket"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "composer_draft" ADD CONSTRAINT "composer_draft_tenant_id_user_id_member_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."member"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "macro" ADD CONSTRAINT "macro_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "macro" ADD CONSTRAINT "macro_tenant_id_owner_id_member_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","owner_id") REFERENCES "public"."member"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "macro_by_name" ON "macro" USING btree ("tenant_id",coalesce(owner_id, tenant_id),lower(name));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "composer_draft" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "macro" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));