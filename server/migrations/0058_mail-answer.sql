ALTER TABLE "inbound_mail" ADD COLUMN "forwarded_from" jsonb;--> statement-breakpoint
ALTER TABLE "inbound_mail" ADD COLUMN "words_hash" text;--> statement-breakpoint
ALTER TABLE "inbound_mail" ADD COLUMN "answer" text;--> statement-breakpoint
ALTER TABLE "inbound_mail" ADD COLUMN "no_answer_reason" text;--> statement-breakpoint
ALTER TABLE "mailbox" ADD COLUMN "last_failure_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "email_notification" ADD COLUMN "hourly_limit" integer;--> statement-breakpoint
CREATE INDEX "inbound_mail_by_words" ON "inbound_mail" USING btree ("tenant_id","words_hash","received_at") WHERE words_hash is not null;--> statement-breakpoint
CREATE INDEX "inbound_mail_unanswered" ON "inbound_mail" USING btree ("received_at") WHERE answer = 'pending';--> statement-breakpoint
-- by hand
-- Mails of active businesses that arrived before an instant and wait for the assistant.
CREATE FUNCTION unanswered_mails(p_before timestamptz, p_limit integer) RETURNS TABLE (tenant_id uuid, mail_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT i.tenant_id, i.id FROM public.inbound_mail i JOIN public.tenant t ON t.id = i.tenant_id
  WHERE i.answer = 'pending' AND i.received_at < p_before AND t.status = 'ACTIVE'
  ORDER BY i.received_at LIMIT p_limit
$$;--> statement-breakpoint
-- How reading went of all mailboxes, those that fail first.
CREATE FUNCTION mailbox_states(p_limit integer)
RETURNS TABLE (slug text, mailbox_id uuid, last_success_at timestamptz, last_failure_at timestamptz, failing_since timestamptz, fault text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT t.slug, b.id, b.last_success_at, b.last_failure_at, b.failing_since, b.fault
  FROM public.mailbox b JOIN public.tenant t ON t.id = b.tenant_id
  ORDER BY b.failing_since NULLS LAST, b.created_at, b.id LIMIT p_limit
$$;
