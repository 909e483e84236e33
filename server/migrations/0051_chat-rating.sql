ALTER TABLE "conversation" ADD COLUMN "rating" integer;--> statement-breakpoint
ALTER TABLE "conversation" ADD COLUMN "rating_comment" text;--> statement-breakpoint
ALTER TABLE "conversation" ADD COLUMN "rated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "conversation" ADD COLUMN "rating_changed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "conversation_rated" ON "conversation" USING btree ("tenant_id","rated_at","rating") WHERE rated_at is not null and not is_demo;