ALTER TABLE "auth"."checkout" ADD COLUMN "refunded_at" timestamp (3) with time zone;
--> statement-breakpoint
-- by hand
-- Of which business the support access of a session has ended: the session works for no other until the owner chooses one.
CREATE FUNCTION ended_support_of(p_session uuid, p_now timestamptz) RETURNS TABLE (name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT t.name FROM auth.session s
  JOIN auth.support_access a ON a.session_id = s.id AND a.tenant_id = s.tenant_id
  JOIN public.tenant t ON t.id = a.tenant_id
  WHERE s.id = p_session AND (a.ended_at IS NOT NULL OR a.ends_at <= p_now) LIMIT 1
$$;
--> statement-breakpoint
-- Nothing is done for a suspended business: what is due stays, and is found here once the business is active.
CREATE OR REPLACE FUNCTION overdue_answers(p_before timestamptz, p_limit integer) RETURNS TABLE (tenant_id uuid, conversation_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT c.tenant_id, c.id FROM public.conversation c
  WHERE ((c.answer_due_at < p_before AND c.answer_lease_until IS NULL) OR c.answer_lease_until < now())
    AND NOT EXISTS (SELECT 1 FROM public.tenant b WHERE b.id = c.tenant_id AND b.status <> 'ACTIVE')
  ORDER BY c.answer_due_at LIMIT p_limit
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION due_digests(p_now timestamptz, p_limit integer) RETURNS TABLE (tenant_id uuid, user_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT d.tenant_id, d.user_id FROM public.digest_entry d
  WHERE d.due_at <= p_now AND NOT EXISTS (SELECT 1 FROM public.tenant b WHERE b.id = d.tenant_id AND b.status <> 'ACTIVE')
  GROUP BY d.tenant_id, d.user_id ORDER BY min(d.due_at) LIMIT p_limit
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION unsent_mail(p_before timestamptz, p_limit integer) RETURNS TABLE (tenant_id uuid, outbox_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT e.tenant_id, e.id FROM public.email_notification e
  WHERE e.status = 'pending' AND e.created_at < p_before
    AND NOT EXISTS (SELECT 1 FROM public.tenant b WHERE b.id = e.tenant_id AND b.status <> 'ACTIVE')
  ORDER BY e.created_at LIMIT p_limit
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION unsent_short_messages(p_before timestamptz, p_limit integer) RETURNS TABLE (tenant_id uuid, message_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT s.tenant_id, s.id FROM public.short_message s
  WHERE s.status = 'pending' AND s.created_at < p_before
    AND NOT EXISTS (SELECT 1 FROM public.tenant b WHERE b.id = s.tenant_id AND b.status <> 'ACTIVE')
  ORDER BY s.created_at LIMIT p_limit
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tickets_to_close(p_now timestamptz, p_limit integer) RETURNS TABLE (tenant_id uuid, ticket_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT t.tenant_id, t.id FROM public.ticket t JOIN public.tenant b ON b.id = t.tenant_id
  WHERE b.status = 'ACTIVE' AND t.status = 'resolved' AND t.resolved_at < p_now - interval '1 day'
    AND t.resolved_at < p_now - make_interval(days => (b.support->>'closeResolvedAfterDays')::integer)
  ORDER BY t.resolved_at LIMIT p_limit
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tickets_to_escalate(p_now timestamptz, p_limit integer) RETURNS TABLE (tenant_id uuid, ticket_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT t.tenant_id, t.id FROM public.ticket t
  WHERE t.escalate_at < p_now AND NOT EXISTS (SELECT 1 FROM public.tenant b WHERE b.id = t.tenant_id AND b.status <> 'ACTIVE')
  ORDER BY t.escalate_at LIMIT p_limit
$$;
--> statement-breakpoint
DROP FUNCTION failed_tenant_mails;
--> statement-breakpoint
-- The platform owner's list of mails that businesses could not send: neither addresses nor texts.
CREATE FUNCTION failed_tenant_mails(p_limit integer)
RETURNS TABLE (id uuid, tenant_id uuid, tenant_name text, kind text, attempts integer, last_error text, created_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT e.id, e.tenant_id, t.name, e.type, e.attempts, e.last_error, e.created_at
  FROM public.email_notification e JOIN public.tenant t ON t.id = e.tenant_id
  WHERE e.status = 'failed' ORDER BY e.created_at DESC LIMIT p_limit
$$;
--> statement-breakpoint
DROP FUNCTION tenant_overview;
--> statement-breakpoint
-- Every business with its kept sums. A business that did not sign up by itself has nothing to complete.
CREATE FUNCTION tenant_overview() RETURNS TABLE (tenant_id uuid, slug text, name text, status text, is_demo boolean,
  created_at timestamptz, plan_id text, plan_source text, plan_status text, plan_ends_at timestamptz, ticket_limit integer, seat_limit integer, ai_limit integer, members integer, tickets integer,
  open_tickets integer, ratings integer, stars integer, chats integer, chats_handed_over integer, activity_at timestamptz, is_onboarded boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT t.id, t.slug, t.name, t.status, t.is_demo, t.created_at, s.plan_id, s.source, s.status, s.ends_at, s.ticket_limit, s.seat_limit, s.ai_limit,
    coalesce(c.members, 0), coalesce(c.tickets, 0), coalesce(c.open_tickets, 0), coalesce(c.ratings, 0), coalesce(c.stars, 0),
    coalesce(c.chats, 0), coalesce(c.chats_handed_over, 0), c.activity_at, o.tenant_id IS NULL OR o.completed_at IS NOT NULL
  FROM public.tenant t
  LEFT JOIN public.subscription s ON s.tenant_id = t.id
  LEFT JOIN public.onboarding o ON o.tenant_id = t.id
  LEFT JOIN (SELECT y.tenant_id, sum(members)::int AS members, sum(tickets)::int AS tickets, sum(open_tickets)::int AS open_tickets,
      sum(ratings)::int AS ratings, sum(stars)::int AS stars, sum(chats)::int AS chats,
      sum(chats_handed_over)::int AS chats_handed_over, max(activity_at) AS activity_at
    FROM public.tenant_tally y GROUP BY y.tenant_id) c ON c.tenant_id = t.id
$$;
