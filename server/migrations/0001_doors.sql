-- Search inside one tenant: GIN over tenant and words. Needs btree_gin, a trusted extension of every PostgreSQL.
CREATE EXTENSION IF NOT EXISTS btree_gin;
--> statement-breakpoint
CREATE INDEX "ticket_search" ON "ticket" USING gin ("tenant_id", "search");
--> statement-breakpoint
-- The doors through the fence. Each is SECURITY DEFINER, says in one line why it must see past Row-Level Security, and returns no
-- more than that. The catalog test lists them; one that is not listed there fails it.

-- At sign-in the tenant is not known yet: it follows from the account.
CREATE FUNCTION memberships_of(p_user uuid)
RETURNS TABLE (tenant_id uuid, slug text, name text, primary_color text, is_demo boolean, role text, member_name text, email text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT t.id, t.slug, t.name, t.branding->>'primaryColor', t.is_demo, m.role, m.name, m.email
  FROM public.member m JOIN public.tenant t ON t.id = m.tenant_id
  WHERE m.user_id = p_user AND m.removed_at IS NULL AND t.status = 'ACTIVE'
  ORDER BY m.created_at, t.id
$$;
--> statement-breakpoint
-- A portal link names its business by its public slug.
CREATE FUNCTION portal_of(p_slug text) RETURNS TABLE (tenant_id uuid, status text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT id, status FROM public.tenant WHERE slug = p_slug
$$;
--> statement-breakpoint
-- A business may be reached under its own domain (R26).
CREATE FUNCTION portal_by_domain(p_host text) RETURNS TABLE (slug text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT slug FROM public.tenant WHERE custom_domain = p_host
$$;
--> statement-breakpoint
-- The tickets of the current tenant that hold the words, newest first. RLS would keep the GIN index from being used (the match
-- operator is not leakproof), so the tenant is named here, from the session's own setting and never from an argument.
CREATE FUNCTION search_tickets(p_query text, p_limit integer) RETURNS TABLE (id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT t.id FROM public.ticket t
  WHERE t.tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid)
    AND t.search @@ to_tsquery('simple', p_query)
  ORDER BY t.last_message_at DESC
  LIMIT p_limit
$$;
--> statement-breakpoint
-- The sweeps of the clockwork look for work over all tenants; they get addresses only and then open each tenant by itself.
CREATE FUNCTION overdue_answers(p_before timestamptz, p_limit integer) RETURNS TABLE (tenant_id uuid, conversation_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT c.tenant_id, c.id FROM public.conversation c
  WHERE c.answer_due_at < p_before AND (c.answer_lease_until IS NULL OR c.answer_lease_until < now())
  ORDER BY c.answer_due_at LIMIT p_limit
$$;
--> statement-breakpoint
CREATE FUNCTION tickets_to_close(p_before timestamptz, p_limit integer) RETURNS TABLE (tenant_id uuid, ticket_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT t.tenant_id, t.id FROM public.ticket t
  WHERE t.status = 'resolved' AND t.resolved_at < p_before ORDER BY t.resolved_at LIMIT p_limit
$$;
--> statement-breakpoint
CREATE FUNCTION unsent_mail(p_before timestamptz, p_limit integer) RETURNS TABLE (tenant_id uuid, outbox_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT e.tenant_id, e.id FROM public.email_notification e
  WHERE e.status = 'pending' AND e.created_at < p_before ORDER BY e.created_at LIMIT p_limit
$$;
