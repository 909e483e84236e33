ALTER TABLE "training_document" ADD COLUMN "size" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "business_profile" DROP COLUMN "sampled_at";--> statement-breakpoint
UPDATE "training_document" SET "size" = length("content");
