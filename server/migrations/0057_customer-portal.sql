-- by hand
-- The active business where the owner of an account was a customer last; none for who was nowhere.
CREATE FUNCTION last_portal_of(p_account uuid) RETURNS TABLE (slug text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT t.slug FROM public.customer c JOIN public.tenant t ON t.id = c.tenant_id
  WHERE c.account_id = p_account AND t.status = 'ACTIVE'
  ORDER BY c.last_active_at DESC LIMIT 1
$$;
