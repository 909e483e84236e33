CREATE TABLE "mailbox" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"host" text NOT NULL,
	"port" integer NOT NULL,
	"security" text NOT NULL,
	"username" text NOT NULL,
	"encrypted_password" text NOT NULL,
	"folder" text NOT NULL,
	"uid_validity" bigint,
	"last_uid" bigint DEFAULT 0 NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"lease_holder" uuid,
	"failing_since" timestamp (3) with time zone,
	"retry_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"fault" text,
	"answer" text,
	"last_success_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mailbox_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "mailbox" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "mailbox" ADD CONSTRAINT "mailbox_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_tenant" ON "mailbox" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
-- by hand
-- Mailboxes of all active businesses that no process reads and that are due.
CREATE FUNCTION mailboxes_to_read(p_now timestamptz, p_limit integer) RETURNS TABLE (tenant_id uuid, mailbox_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT b.tenant_id, b.id FROM public.mailbox b JOIN public.tenant t ON t.id = b.tenant_id
  WHERE t.status = 'ACTIVE' AND (b.lease_until IS NULL OR b.lease_until < p_now) AND (b.retry_at IS NULL OR b.retry_at <= p_now)
  ORDER BY b.retry_at NULLS FIRST LIMIT p_limit
$$;
