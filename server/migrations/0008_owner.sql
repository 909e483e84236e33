CREATE TABLE "tenant_tally" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"is_total" boolean DEFAULT false NOT NULL,
	"members" integer DEFAULT 0 NOT NULL,
	"tickets" integer DEFAULT 0 NOT NULL,
	"open_tickets" integer DEFAULT 0 NOT NULL,
	"ratings" integer DEFAULT 0 NOT NULL,
	"stars" integer DEFAULT 0 NOT NULL,
	"chats" integer DEFAULT 0 NOT NULL,
	"chats_handed_over" integer DEFAULT 0 NOT NULL,
	"activity_at" timestamp (3) with time zone,
	CONSTRAINT "tenant_tally_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "tenant_tally" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "tenant_tally" ADD CONSTRAINT "tenant_tally_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tally_unfolded" ON "tenant_tally" USING btree ("tenant_id") WHERE not is_total;--> statement-breakpoint
CREATE POLICY "own_tenant" ON "tenant_tally" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
-- by hand
-- Kept sums of the businesses (server/src/owner/schema.ts). Rows are counted by triggers, so that no way of writing can forget it. Rows
-- that go with their business are not counted: its sums go too.
CREATE FUNCTION tally_tickets() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
DECLARE
  v_sign integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO public.tenant_tally (tenant_id, tickets, open_tickets, ratings, stars, activity_at)
  SELECT c.tenant_id, v_sign * count(*), v_sign * count(*) FILTER (WHERE c.status NOT IN ('resolved', 'closed')),
    v_sign * count(c.rating), v_sign * coalesce(sum(c.rating), 0), CASE v_sign WHEN 1 THEN max(c.created_at) END
  FROM changed c WHERE NOT c.is_demo AND EXISTS (SELECT 1 FROM public.tenant t WHERE t.id = c.tenant_id)
  GROUP BY c.tenant_id;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION tally_ticket_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  INSERT INTO public.tenant_tally (tenant_id, open_tickets, ratings, stars, activity_at)
  VALUES (NEW.tenant_id,
    (NEW.status NOT IN ('resolved', 'closed'))::int - (OLD.status NOT IN ('resolved', 'closed'))::int,
    (NEW.rating IS NOT NULL)::int - (OLD.rating IS NOT NULL)::int, coalesce(NEW.rating, 0) - coalesce(OLD.rating, 0),
    NEW.updated_at);
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION tally_chats() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
DECLARE
  v_sign integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO public.tenant_tally (tenant_id, chats, chats_handed_over, activity_at)
  SELECT c.tenant_id, v_sign * count(*), v_sign * count(c.ticket_id), CASE v_sign WHEN 1 THEN max(c.created_at) END
  FROM changed c
  WHERE c.channel = 'chat' AND NOT c.is_demo AND EXISTS (SELECT 1 FROM public.tenant t WHERE t.id = c.tenant_id)
  GROUP BY c.tenant_id;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION tally_chat_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  INSERT INTO public.tenant_tally (tenant_id, chats_handed_over)
  VALUES (NEW.tenant_id, (NEW.ticket_id IS NOT NULL)::int - (OLD.ticket_id IS NOT NULL)::int);
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION tally_members() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
DECLARE
  v_before integer := CASE WHEN TG_OP = 'INSERT' THEN 0 ELSE (OLD.removed_at IS NULL)::int END;
  v_after integer := CASE WHEN TG_OP = 'DELETE' THEN 0 ELSE (NEW.removed_at IS NULL)::int END;
  v_tenant uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.tenant_id ELSE NEW.tenant_id END;
BEGIN
  INSERT INTO public.tenant_tally (tenant_id, members)
  SELECT v_tenant, v_after - v_before
  WHERE v_after <> v_before AND EXISTS (SELECT 1 FROM public.tenant t WHERE t.id = v_tenant);
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER tally_new_tickets AFTER INSERT ON "ticket" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tally_tickets();
--> statement-breakpoint
CREATE TRIGGER tally_deleted_tickets AFTER DELETE ON "ticket" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tally_tickets();
--> statement-breakpoint
CREATE TRIGGER tally_changed_ticket AFTER UPDATE OF status, rating ON "ticket" FOR EACH ROW
  WHEN (NOT NEW.is_demo AND (NEW.status IS DISTINCT FROM OLD.status OR NEW.rating IS DISTINCT FROM OLD.rating))
  EXECUTE FUNCTION tally_ticket_change();
--> statement-breakpoint
CREATE TRIGGER tally_new_chats AFTER INSERT ON "conversation" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tally_chats();
--> statement-breakpoint
CREATE TRIGGER tally_deleted_chats AFTER DELETE ON "conversation" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tally_chats();
--> statement-breakpoint
CREATE TRIGGER tally_changed_chat AFTER UPDATE OF ticket_id ON "conversation" FOR EACH ROW
  WHEN (NEW.channel = 'chat' AND NOT NEW.is_demo AND (NEW.ticket_id IS NULL) <> (OLD.ticket_id IS NULL))
  EXECUTE FUNCTION tally_chat_change();
--> statement-breakpoint
CREATE TRIGGER tally_members AFTER INSERT OR DELETE OR UPDATE OF removed_at ON "member" FOR EACH ROW
  EXECUTE FUNCTION tally_members();
--> statement-breakpoint
-- Counts anew from the rows themselves: for rows from before the triggers, or written without them. Under row-level security it counts
-- the current tenant's.
CREATE FUNCTION recount_tenants() RETURNS void LANGUAGE sql SET search_path = pg_catalog, public AS $$
  LOCK TABLE public.tenant_tally IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM public.tenant_tally;
  INSERT INTO public.tenant_tally (tenant_id, id, is_total, members, tickets, open_tickets, ratings, stars, chats, chats_handed_over, activity_at)
  SELECT t.id, t.id, true, coalesce(m.members, 0), coalesce(k.tickets, 0), coalesce(k.open, 0), coalesce(k.ratings, 0),
    coalesce(k.stars, 0), coalesce(c.chats, 0), coalesce(c.handed_over, 0), greatest(k.activity_at, c.activity_at)
  FROM public.tenant t
  LEFT JOIN (SELECT tenant_id, count(*) AS members FROM public.member WHERE removed_at IS NULL GROUP BY tenant_id) m ON m.tenant_id = t.id
  LEFT JOIN (SELECT tenant_id, count(*) AS tickets, count(*) FILTER (WHERE status NOT IN ('resolved', 'closed')) AS open,
      count(rating) AS ratings, sum(rating) AS stars, max(updated_at) AS activity_at
    FROM public.ticket WHERE NOT is_demo GROUP BY tenant_id) k ON k.tenant_id = t.id
  LEFT JOIN (SELECT tenant_id, count(*) AS chats, count(ticket_id) AS handed_over, max(created_at) AS activity_at
    FROM public.conversation WHERE channel = 'chat' AND NOT is_demo GROUP BY tenant_id) c ON c.tenant_id = t.id
$$;
--> statement-breakpoint
SELECT recount_tenants();
--> statement-breakpoint
-- The platform owner's figures and list of businesses: settings and texts of customers are not in it.
CREATE FUNCTION tenant_overview() RETURNS TABLE (tenant_id uuid, slug text, name text, status text, is_demo boolean,
  created_at timestamptz, plan_id text, plan_source text, plan_status text, plan_ends_at timestamptz, ticket_limit integer, seat_limit integer, ai_limit integer, members integer, tickets integer,
  open_tickets integer, ratings integer, stars integer, chats integer, chats_handed_over integer, activity_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT t.id, t.slug, t.name, t.status, t.is_demo, t.created_at, s.plan_id, s.source, s.status, s.ends_at, s.ticket_limit, s.seat_limit, s.ai_limit,
    coalesce(c.members, 0), coalesce(c.tickets, 0), coalesce(c.open_tickets, 0), coalesce(c.ratings, 0), coalesce(c.stars, 0),
    coalesce(c.chats, 0), coalesce(c.chats_handed_over, 0), c.activity_at
  FROM public.tenant t
  LEFT JOIN public.subscription s ON s.tenant_id = t.id
  LEFT JOIN (SELECT y.tenant_id, sum(members)::int AS members, sum(tickets)::int AS tickets, sum(open_tickets)::int AS open_tickets,
      sum(ratings)::int AS ratings, sum(stars)::int AS stars, sum(chats)::int AS chats,
      sum(chats_handed_over)::int AS chats_handed_over, max(activity_at) AS activity_at
    FROM public.tenant_tally y GROUP BY y.tenant_id) c ON c.tenant_id = t.id
$$;
--> statement-breakpoint
-- Adds the rows of single changes to the totals of their businesses. What is not committed yet is folded the next time.
CREATE FUNCTION fold_tallies(p_limit integer) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  WITH folded AS (
    DELETE FROM public.tenant_tally WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM public.tenant_tally WHERE NOT is_total LIMIT p_limit FOR UPDATE SKIP LOCKED))
    RETURNING *),
  added AS (
    INSERT INTO public.tenant_tally AS y
      (tenant_id, id, is_total, members, tickets, open_tickets, ratings, stars, chats, chats_handed_over, activity_at)
    SELECT f.tenant_id, f.tenant_id, true, sum(f.members), sum(f.tickets), sum(f.open_tickets), sum(f.ratings), sum(f.stars),
      sum(f.chats), sum(f.chats_handed_over), max(f.activity_at)
    FROM folded f GROUP BY f.tenant_id
    ON CONFLICT (tenant_id, id) DO UPDATE SET members = y.members + excluded.members, tickets = y.tickets + excluded.tickets,
      open_tickets = y.open_tickets + excluded.open_tickets, ratings = y.ratings + excluded.ratings, stars = y.stars + excluded.stars,
      chats = y.chats + excluded.chats, chats_handed_over = y.chats_handed_over + excluded.chats_handed_over,
      activity_at = greatest(y.activity_at, excluded.activity_at))
  SELECT count(*)::int FROM folded
$$;
