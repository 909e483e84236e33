CREATE TABLE "article_version" (
	"tenant_id" uuid NOT NULL,
	"article_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"summary" text NOT NULL,
	"body" text NOT NULL,
	"category" text NOT NULL,
	"language" text NOT NULL,
	"saved_by" uuid,
	"saved_by_name" text,
	"saved_at" timestamp (3) with time zone NOT NULL,
	"published_at" timestamp (3) with time zone,
	CONSTRAINT "article_version_tenant_id_article_id_number_pk" PRIMARY KEY("tenant_id","article_id","number")
);
--> statement-breakpoint
ALTER TABLE "article_version" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "article" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "article" ADD COLUMN "latest_number" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "article" ADD COLUMN "published_number" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "article_version" ADD CONSTRAINT "article_version_tenant_id_article_id_article_tenant_id_id_fk" FOREIGN KEY ("tenant_id","article_id") REFERENCES "public"."article"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_tenant" ON "article_version" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));