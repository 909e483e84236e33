CREATE TABLE "brand_image" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"mime" text NOT NULL,
	"size" integer NOT NULL,
	"storage_key" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "brand_image_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "brand_image" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "tenant" DROP CONSTRAINT "tenant_custom_domain_unique";--> statement-breakpoint
ALTER TABLE "tenant" ADD COLUMN "custom_domain_state" text;--> statement-breakpoint
ALTER TABLE "tenant" ADD COLUMN "custom_domain_proof" text;--> statement-breakpoint
ALTER TABLE "tenant" ADD COLUMN "custom_domain_problem" text;--> statement-breakpoint
ALTER TABLE "tenant" ADD COLUMN "custom_domain_checked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tenant" ADD COLUMN "support" jsonb DEFAULT '{"allowPublicTickets":true,"autoResponse":true,"closeResolvedAfterDays":7}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tenant" ADD COLUMN "notifications" jsonb DEFAULT '{"emailNotifications":true,"escalationAlerts":true,"dailyReports":false,"weeklyAnalytics":true,"systemUpdates":true}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tenant" ADD COLUMN "portal_topics" jsonb;--> statement-breakpoint
ALTER TABLE "tenant" ADD COLUMN "portal_texts" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tenant" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "brand_image" ADD CONSTRAINT "brand_image_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "tenant_by_custom_domain" ON "tenant" USING btree ("custom_domain") WHERE custom_domain_state = 'verified';--> statement-breakpoint
CREATE POLICY "own_tenant" ON "brand_image" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
-- by hand
-- What businesses from before these settings have: a domain given by the operator needs no proof, and what was not there is on.
UPDATE "tenant" SET
  "custom_domain_state" = CASE WHEN "custom_domain" IS NOT NULL THEN 'verified' END,
  "branding" = '{"favicon": null}'::jsonb || "branding",
  "ai_settings" = '{"personalizeResponses": true, "enableLearning": true}'::jsonb || "ai_settings",
  "customer_experience" = '{"enableProactiveSupport": true}'::jsonb || "customer_experience";
--> statement-breakpoint
-- A portal may be reached under the business's own domain once the business has proved that it is its own.
CREATE OR REPLACE FUNCTION portal_by_domain(p_host text) RETURNS TABLE (slug text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT slug FROM public.tenant WHERE custom_domain = p_host AND custom_domain_state = 'verified'
$$;
--> statement-breakpoint
-- The domains that were last looked up before a time, or never. A business that proved its domain keeps it until its record is wrong.
CREATE FUNCTION domains_to_check(p_before timestamptz, p_limit integer) RETURNS TABLE (tenant_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT id FROM public.tenant
  WHERE custom_domain_proof IS NOT NULL AND custom_domain_checked_at < p_before
  ORDER BY custom_domain_checked_at LIMIT p_limit
$$;
--> statement-breakpoint
-- Each business chooses after how many days a resolved ticket closes, at least one.
DROP FUNCTION tickets_to_close;
--> statement-breakpoint
CREATE FUNCTION tickets_to_close(p_now timestamptz, p_limit integer) RETURNS TABLE (tenant_id uuid, ticket_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT t.tenant_id, t.id FROM public.ticket t JOIN public.tenant b ON b.id = t.tenant_id
  WHERE t.status = 'resolved' AND t.resolved_at < p_now - interval '1 day'
    AND t.resolved_at < p_now - make_interval(days => (b.support->>'closeResolvedAfterDays')::integer)
  ORDER BY t.resolved_at LIMIT p_limit
$$;
