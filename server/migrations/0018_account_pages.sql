CREATE INDEX "customer_of_account" ON "customer" USING btree ("account_id") WHERE account_id IS NOT NULL;
--> statement-breakpoint
-- by hand
-- The business a session worked for, where that was deleted and its person has no other.
CREATE FUNCTION deleted_tenant_of(p_session uuid) RETURNS TABLE (tenant_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT s.tenant_id FROM auth.session s
  WHERE s.id = p_session AND s.tenant_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM public.tenant t WHERE t.id = s.tenant_id)
    AND NOT EXISTS (SELECT 1 FROM public.memberships_of(s.user_id))
$$;
--> statement-breakpoint
-- Whether an account has entered the portal of any business.
CREATE FUNCTION is_customer_anywhere(p_user uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT EXISTS (SELECT 1 FROM public.customer c WHERE c.account_id = p_user)
$$;
