ALTER TABLE "email_notification" ADD COLUMN "addressees" jsonb;--> statement-breakpoint
CREATE INDEX "outbox_failed_to" ON "email_notification" USING btree ("tenant_id","to") WHERE status = 'failed';