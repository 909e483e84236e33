-- What a sent mail said. Its row stays: to whom it went, when, and whether it came back.
CREATE FUNCTION empty_sent_mails(p_before timestamptz, p_limit integer) RETURNS integer
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  WITH old AS (
    SELECT e.tenant_id, e.id FROM public.email_notification e
    WHERE e.status = 'sent' AND e.text <> '' AND e.sent_at < p_before
    ORDER BY e.sent_at LIMIT p_limit
  ), emptied AS (
    UPDATE public.email_notification e SET text = '', html = '' FROM old
    WHERE e.tenant_id = old.tenant_id AND e.id = old.id AND e.status = 'sent' RETURNING 1
  )
  SELECT count(*)::integer FROM emptied
$$;
--> statement-breakpoint
-- Looks through visitors whose sessions ended between two moments, the oldest first, and deletes those of whom nothing is left: no chat, no
-- vote, no memory. Gives the moment from which to go on; null where it came to the end.
CREATE FUNCTION delete_ended_visits(p_from timestamptz, p_to timestamptz, p_limit integer) RETURNS timestamptz
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  WITH ended AS (
    SELECT g.tenant_id, g.id, g.expires_at FROM public.guest g
    WHERE g.expires_at > p_from AND g.expires_at <= p_to AND g.customer_id IS NULL AND g.account_id IS NULL
    ORDER BY g.expires_at LIMIT p_limit FOR UPDATE OF g SKIP LOCKED
  ), deleted AS (
    DELETE FROM public.guest g USING ended
    WHERE g.tenant_id = ended.tenant_id AND g.id = ended.id
      AND NOT EXISTS (SELECT 1 FROM public.conversation c WHERE c.tenant_id = g.tenant_id AND c.guest_id = g.id)
      AND NOT EXISTS (SELECT 1 FROM public.article_vote v WHERE v.tenant_id = g.tenant_id AND v.guest_id = g.id)
      AND NOT EXISTS (SELECT 1 FROM public.memory m WHERE m.tenant_id = g.tenant_id AND m.guest_id = g.id)
  )
  SELECT CASE WHEN count(*) = p_limit THEN max(ended.expires_at) END FROM ended
$$;
