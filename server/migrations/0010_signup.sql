CREATE TABLE "checklist" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"test_question_at" timestamp (3) with time zone,
	"link_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "checklist" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "customer_link" (
	"tenant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"usage" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "customer_link_tenant_id_kind_pk" PRIMARY KEY("tenant_id","kind")
);
--> statement-breakpoint
ALTER TABLE "customer_link" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "onboarding" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"flow" text NOT NULL,
	"language" text NOT NULL,
	"current_step" text NOT NULL,
	"completed_steps" text[] DEFAULT '{}' NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "onboarding" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "article" ADD COLUMN "is_starter" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "checklist" ADD CONSTRAINT "checklist_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_link" ADD CONSTRAINT "customer_link_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "onboarding" ADD CONSTRAINT "onboarding_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_tenant" ON "checklist" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "customer_link" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "onboarding" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
-- by hand
-- What an address looks like: letters and digits that are taken for each other are the same. Hyphens do not count.
CREATE FUNCTION slug_shape(p_slug text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog AS $$
  SELECT translate(replace(replace(p_slug, 'rn', 'm'), 'vv', 'w'), '015iq-', 'olslg')
$$;
--> statement-breakpoint
CREATE INDEX "tenant_by_slug_shape" ON "tenant" (slug_shape("slug"));
--> statement-breakpoint
-- Whether no other business has this portal address or one that looks like it. Of two that ask at once the second waits for the first
-- one's end. It reads across tenants because an address is unique on the installation; it tells no more than that it is taken.
CREATE FUNCTION claim_slug(p_slug text, p_tenant uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(public.slug_shape(p_slug), 7));
  RETURN NOT EXISTS (SELECT 1 FROM public.tenant WHERE public.slug_shape(slug) = public.slug_shape(p_slug) AND id <> p_tenant);
END
$$;
