CREATE TABLE "ticket_brief" (
	"tenant_id" uuid NOT NULL,
	"ticket_id" uuid NOT NULL,
	"status" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"reply" text DEFAULT '' NOT NULL,
	"sources" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"model" text,
	"up_to_seq" integer DEFAULT 0 NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ticket_brief_tenant_id_ticket_id_pk" PRIMARY KEY("tenant_id","ticket_id")
);
--> statement-breakpoint
ALTER TABLE "ticket_brief" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "memory" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"guest_id" uuid,
	"customer_id" uuid,
	"visit_count" integer DEFAULT 0 NOT NULL,
	"total_interactions" integer DEFAULT 0 NOT NULL,
	"timezone" text,
	"language" text,
	"content" jsonb NOT NULL,
	"first_visit_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "memory_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "memory_by_guest" UNIQUE("tenant_id","guest_id"),
	CONSTRAINT "memory_by_customer" UNIQUE("tenant_id","customer_id"),
	CONSTRAINT "memory_has_one_owner" CHECK (num_nonnulls(guest_id, customer_id) = 1)
);
--> statement-breakpoint
ALTER TABLE "memory" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "helpful" boolean;--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "escalate_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "ticket_brief" ADD CONSTRAINT "ticket_brief_tenant_id_ticket_id_ticket_tenant_id_id_fk" FOREIGN KEY ("tenant_id","ticket_id") REFERENCES "public"."ticket"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory" ADD CONSTRAINT "memory_tenant_id_guest_id_guest_tenant_id_id_fk" FOREIGN KEY ("tenant_id","guest_id") REFERENCES "public"."guest"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory" ADD CONSTRAINT "memory_tenant_id_customer_id_customer_tenant_id_id_fk" FOREIGN KEY ("tenant_id","customer_id") REFERENCES "public"."customer"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ticket_to_escalate" ON "ticket" USING btree ("escalate_at") WHERE escalate_at is not null;--> statement-breakpoint
CREATE POLICY "own_tenant" ON "ticket_brief" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "memory" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
-- The clockwork looks for tickets that nobody has taken in time, over all tenants; it gets addresses only.
CREATE FUNCTION tickets_to_escalate(p_now timestamptz, p_limit integer) RETURNS TABLE (tenant_id uuid, ticket_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT t.tenant_id, t.id FROM public.ticket t WHERE t.escalate_at < p_now ORDER BY t.escalate_at LIMIT p_limit
$$;
