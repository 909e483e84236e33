-- The names of businesses, for lists of the platform owner that need nothing else of them.
CREATE FUNCTION tenant_names(p_ids uuid[]) RETURNS TABLE (tenant_id uuid, name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT t.id, t.name FROM public.tenant t WHERE t.id = ANY (p_ids)
$$;
--> statement-breakpoint
-- As before, but a batch ends behind all visitors whose sessions end in the same moment, so that none of them is passed over.
CREATE OR REPLACE FUNCTION delete_ended_visits(p_from timestamptz, p_to timestamptz, p_limit integer) RETURNS timestamptz
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  WITH batch AS (
    SELECT count(*) = p_limit AS is_full, max(b.expires_at) AS until FROM (
      SELECT g.expires_at FROM public.guest g
      WHERE g.expires_at > p_from AND g.expires_at <= p_to AND g.customer_id IS NULL AND g.account_id IS NULL
      ORDER BY g.expires_at LIMIT p_limit
    ) b
  ), ended AS (
    SELECT g.tenant_id, g.id FROM public.guest g
    WHERE g.expires_at > p_from AND g.expires_at <= (SELECT until FROM batch) AND g.customer_id IS NULL AND g.account_id IS NULL
    FOR UPDATE OF g SKIP LOCKED
  ), deleted AS (
    DELETE FROM public.guest g USING ended
    WHERE g.tenant_id = ended.tenant_id AND g.id = ended.id
      AND NOT EXISTS (SELECT 1 FROM public.conversation c WHERE c.tenant_id = g.tenant_id AND c.guest_id = g.id)
      AND NOT EXISTS (SELECT 1 FROM public.article_vote v WHERE v.tenant_id = g.tenant_id AND v.guest_id = g.id)
      AND NOT EXISTS (SELECT 1 FROM public.memory m WHERE m.tenant_id = g.tenant_id AND m.guest_id = g.id)
  )
  SELECT CASE WHEN is_full THEN until END FROM batch
$$;
--> statement-breakpoint
-- As before, without the table of businesses: a policy goes with its business.
CREATE OR REPLACE FUNCTION tenants_with_retention() RETURNS TABLE (tenant_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT r.tenant_id FROM public.retention_policy r
  WHERE coalesce(r.chats_days, r.files_days, r.ai_records_days, r.mails_days) IS NOT NULL
  ORDER BY r.tenant_id
$$;
