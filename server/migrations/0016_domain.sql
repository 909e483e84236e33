ALTER TABLE "tenant" ADD COLUMN "former_slugs" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "tenant" ADD COLUMN "custom_domain_failing_since" timestamp (3) with time zone;--> statement-breakpoint
-- by hand
CREATE FUNCTION slug_shapes(p_slugs text[]) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog AS $$
  SELECT coalesce(array_agg(public.slug_shape(s)), '{}') FROM unnest(p_slugs) s
$$;
--> statement-breakpoint
CREATE INDEX "tenant_by_former_slug_shape" ON "tenant" USING gin (slug_shapes("former_slugs"));
--> statement-breakpoint
CREATE INDEX "tenant_by_domain_check" ON "tenant" (custom_domain_checked_at NULLS FIRST) WHERE custom_domain_proof IS NOT NULL;
--> statement-breakpoint
-- The business of a portal address, the present one or an earlier one. It reads across tenants because a link is resolved before there is a tenant.
DROP FUNCTION portal_of;
--> statement-breakpoint
CREATE FUNCTION portal_of(p_slug text) RETURNS TABLE (tenant_id uuid, status text, slug text, former_slugs text[])
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT id, status, slug, former_slugs FROM public.tenant WHERE slug = p_slug
  UNION ALL
  SELECT id, status, slug, former_slugs FROM public.tenant
  WHERE public.slug_shapes(former_slugs) @> ARRAY[public.slug_shape(p_slug)] AND p_slug = ANY (former_slugs)
  LIMIT 1
$$;
--> statement-breakpoint
-- Whether no other business has or had this portal address or one that looks like it. Of two that ask at once the second waits for the first
-- one's end. It reads across tenants because an address is unique on the installation; it tells no more than that it is taken.
CREATE OR REPLACE FUNCTION claim_slug(p_slug text, p_tenant uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(public.slug_shape(p_slug), 7));
  RETURN NOT EXISTS (SELECT 1 FROM public.tenant WHERE public.slug_shape(slug) = public.slug_shape(p_slug) AND id <> p_tenant)
    AND NOT EXISTS (SELECT 1 FROM public.tenant
      WHERE public.slug_shapes(former_slugs) @> ARRAY[public.slug_shape(p_slug)] AND id <> p_tenant);
END
$$;
--> statement-breakpoint
-- The domains that were never looked up, or last before a time. A domain that the operator gave has no proof and is not looked up.
CREATE OR REPLACE FUNCTION domains_to_check(p_before timestamptz, p_limit integer) RETURNS TABLE (tenant_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT id FROM public.tenant
  WHERE custom_domain_proof IS NOT NULL AND (custom_domain_checked_at IS NULL OR custom_domain_checked_at < p_before)
  ORDER BY custom_domain_checked_at NULLS FIRST LIMIT p_limit
$$;
