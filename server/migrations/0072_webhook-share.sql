CREATE UNIQUE INDEX "api_key_hash" ON "api_key" USING btree ("tenant_id","key_hash");--> statement-breakpoint
-- by hand
DROP FUNCTION claim_webhook_deliveries(timestamptz, timestamptz, uuid[], integer, integer);
--> statement-breakpoint
-- Deliveries of all active businesses that are due, for one process until a time: those of one ticket one after the other, to an address that
-- failed several times in a row one at a time, and so many of each address and of each business at once, those under way (p_tenants with
-- p_webhooks, in pairs) among them. The first of each business come before the second ones.
CREATE FUNCTION claim_webhook_deliveries(p_now timestamptz, p_until timestamptz, p_tenants uuid[], p_webhooks uuid[],
  p_each integer, p_of_tenant integer, p_limit integer)
RETURNS TABLE (tenant_id uuid, webhook_id uuid, delivery_id uuid)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  WITH running AS (
    SELECT r.tenant_id, r.webhook_id, count(*)::integer AS n
    FROM unnest(p_tenants, p_webhooks) AS r (tenant_id, webhook_id) GROUP BY r.tenant_id, r.webhook_id
  ), due AS (
    SELECT d.tenant_id, d.id, d.seq, row_number() OVER (PARTITION BY d.tenant_id ORDER BY d.seq) AS place
    FROM public.webhook w
    JOIN public.tenant t ON t.id = w.tenant_id AND t.status = 'ACTIVE'
    LEFT JOIN running r ON r.tenant_id = w.tenant_id AND r.webhook_id = w.id
    CROSS JOIN LATERAL (
      SELECT p.tenant_id, p.id, p.seq FROM public.webhook_delivery p
      WHERE p.tenant_id = w.tenant_id AND p.webhook_id = w.id AND p.state = 'pending'
        AND p.due_at <= p_now AND (p.claimed_until IS NULL OR p.claimed_until <= p_now)
        AND (p.is_test OR w.state = 'on' AND (w.retry_at IS NULL OR w.retry_at <= p_now))
        AND (p.order_key IS NULL OR NOT EXISTS (
          SELECT 1 FROM public.webhook_delivery e WHERE e.tenant_id = p.tenant_id AND e.webhook_id = p.webhook_id
            AND e.order_key = p.order_key AND e.state = 'pending' AND e.seq < p.seq))
      ORDER BY p.seq LIMIT greatest(0, CASE WHEN w.failures >= 5 THEN 1 ELSE p_each END - coalesce(r.n, 0))
    ) d
  ), chosen AS (
    SELECT due.tenant_id, due.id FROM due
    WHERE due.place <= p_of_tenant - coalesce((SELECT sum(r.n) FROM running r WHERE r.tenant_id = due.tenant_id), 0)
    ORDER BY due.place, due.seq LIMIT p_limit
  ), locked AS (
    SELECT l.tenant_id, l.id FROM public.webhook_delivery l JOIN chosen USING (tenant_id, id)
    WHERE l.state = 'pending' AND (l.claimed_until IS NULL OR l.claimed_until <= p_now)
    FOR UPDATE OF l SKIP LOCKED
  )
  UPDATE public.webhook_delivery u SET claimed_until = p_until FROM locked
  WHERE u.tenant_id = locked.tenant_id AND u.id = locked.id
  RETURNING u.tenant_id, u.webhook_id, u.id
$$;
