ALTER TABLE "article" ADD COLUMN "translation_group" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "article" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "article" ADD CONSTRAINT "article_by_translation" UNIQUE("tenant_id","translation_group","language");