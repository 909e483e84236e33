-- by hand
-- Tickets that are added in bulk are indexed by one statement a batch. With `app.words_later` a transaction takes that upon itself: no trigger
-- is queued for each of its messages and tickets, of which the messages would look for a ticket that is not there yet.
DROP TRIGGER index_new_message ON "message";
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER index_new_message AFTER INSERT ON "message" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.author <> 'system' AND NEW.state <> 'streaming' AND current_setting('app.words_later', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION index_new_message();
--> statement-breakpoint
DROP TRIGGER index_new_ticket ON "ticket";
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER index_new_ticket AFTER INSERT ON "ticket" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (current_setting('app.words_later', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION index_changed_ticket();
--> statement-breakpoint
-- What tickets are found by: their numbers as "#47", their ids with a sign before them, and the words of their fields and of their messages. Without
-- a search path of its own, so that PostgreSQL reads many tickets by one plan.
CREATE FUNCTION words_of_tickets(p_tenant uuid, p_tickets uuid[]) RETURNS TABLE (ticket_id uuid, words tsvector)
LANGUAGE sql STABLE AS $$
  SELECT t.id, array_to_tsvector(ARRAY['#' || t.number, '@' || replace(t.id::text, '-', '')]) || public.words_of(concat_ws(' ',
    t.subject, t.description, t.customer_name, t.customer_email,
    (SELECT string_agg(left(m.body, 20000), ' ') FROM public.message m
     WHERE m.tenant_id = p_tenant AND m.conversation_id = t.conversation_id AND m.author <> 'system' AND m.state <> 'streaming')))
  FROM public.ticket t WHERE t.tenant_id = p_tenant AND t.id = ANY (p_tickets)
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION words_of_ticket(p_tenant uuid, p_ticket uuid) RETURNS tsvector
LANGUAGE sql STABLE SET search_path = pg_catalog, public AS $$
  SELECT words FROM words_of_tickets(p_tenant, ARRAY[p_ticket])
$$;
--> statement-breakpoint
-- Indexes tickets that this transaction has added with all of their messages, and teaches the vocabulary what it lacks of their words.
CREATE FUNCTION index_new_tickets(p_tenant uuid, p_tickets uuid[]) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, public AS $$
  WITH indexed AS (
    INSERT INTO public.ticket_words (tenant_id, ticket_id, words)
    SELECT p_tenant, x.ticket_id, x.words FROM words_of_tickets(p_tenant, p_tickets) x
    RETURNING ticket_id, words),
  found AS (
    SELECT DISTINCT ON (w) w AS word, i.ticket_id FROM indexed i, unnest(tsvector_to_array(i.words)) w
    WHERE length(w) BETWEEN 4 AND 24 AND w !~ '[0-9#]')
  INSERT INTO public.ticket_vocabulary (tenant_id, word, ticket_id)
  SELECT p_tenant, f.word, f.ticket_id FROM found f
  WHERE NOT EXISTS (SELECT 1 FROM public.ticket_vocabulary v WHERE v.tenant_id = p_tenant AND v.word = f.word)
  ON CONFLICT DO NOTHING
$$;
--> statement-breakpoint
-- Tells the planner of tables that grew by many rows at once: until the database counts them by itself, up to a minute later, each check of a
-- reference may read all rows of the business. Of one column, since the words of customers are dear to count. Nothing where most rows are known,
-- or where another process counts at the moment.
CREATE FUNCTION analyze_grown(p_tables text[], p_rows bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  grown text;
BEGIN
  FOR grown IN SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname = ANY (p_tables) AND c.reltuples < p_rows / 2
  LOOP
    EXECUTE format('ANALYZE (SKIP_LOCKED) public.%I (tenant_id)', grown);
  END LOOP;
END $$;
