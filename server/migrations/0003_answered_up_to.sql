ALTER TABLE "conversation" ADD COLUMN "answered_seq" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "conversation" SET "answered_seq" = "seq" WHERE "answer_due_at" IS NULL;--> statement-breakpoint
CREATE INDEX "conversation_answering" ON "conversation" USING btree ("answer_lease_until") WHERE answer_lease_until is not null;--> statement-breakpoint
CREATE INDEX "ticket_demo" ON "ticket" USING btree ("tenant_id") WHERE is_demo;--> statement-breakpoint
-- Whoever finishes an answer gives its lease back: one that ran out was held by a worker that died, whether or not an answer is
-- still wanted, and what it left half said must be ended.
CREATE OR REPLACE FUNCTION overdue_answers(p_before timestamptz, p_limit integer) RETURNS TABLE (tenant_id uuid, conversation_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT c.tenant_id, c.id FROM public.conversation c
  WHERE (c.answer_due_at < p_before AND c.answer_lease_until IS NULL) OR c.answer_lease_until < now()
  ORDER BY c.answer_due_at LIMIT p_limit
$$;
