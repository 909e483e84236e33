CREATE TABLE "ticket_vocabulary" (
	"tenant_id" uuid NOT NULL,
	"word" text COLLATE "C" NOT NULL,
	"ticket_id" uuid NOT NULL,
	CONSTRAINT "ticket_vocabulary_tenant_id_word_ticket_id_pk" PRIMARY KEY("tenant_id","word","ticket_id")
);
--> statement-breakpoint
ALTER TABLE "ticket_vocabulary" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ticket_words" (
	"tenant_id" uuid NOT NULL,
	"ticket_id" uuid NOT NULL,
	"words" "tsvector" NOT NULL,
	"filler" text GENERATED ALWAYS AS (repeat(' ', 2100)) STORED,
	CONSTRAINT "ticket_words_tenant_id_ticket_id_pk" PRIMARY KEY("tenant_id","ticket_id")
);
--> statement-breakpoint
ALTER TABLE "ticket_words" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "ticket_vocabulary" ADD CONSTRAINT "ticket_vocabulary_tenant_id_ticket_id_ticket_tenant_id_id_fk" FOREIGN KEY ("tenant_id","ticket_id") REFERENCES "public"."ticket"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_words" ADD CONSTRAINT "ticket_words_tenant_id_ticket_id_ticket_tenant_id_id_fk" FOREIGN KEY ("tenant_id","ticket_id") REFERENCES "public"."ticket"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ticket_vocabulary_by_ticket" ON "ticket_vocabulary" USING btree ("tenant_id","ticket_id");--> statement-breakpoint
CREATE INDEX "ticket_vocabulary_from_end" ON "ticket_vocabulary" USING btree ("tenant_id",reverse(word));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "ticket_vocabulary" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "ticket_words" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
-- by hand
--> statement-breakpoint
DROP FUNCTION search_tickets(text, integer);
--> statement-breakpoint
DROP INDEX "ticket_search";
--> statement-breakpoint
-- Compares words with slips. Trusted, as btree_gin is.
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;
--> statement-breakpoint
CREATE INDEX "ticket_by_words" ON "ticket_words" USING gin ("tenant_id", "words") WITH (gin_pending_list_limit = 512);
--> statement-breakpoint
-- The words of a text, in lower case and without accents; server/src/ticket/search/query.ts divides a query alike. Words and their
-- number are cut, so that no text is too long for PostgreSQL's limit of a document (1 MB).
CREATE FUNCTION words_of(p_text text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog AS $$
  SELECT coalesce(array_to_tsvector(array_agg(x.word)), ''::tsvector) FROM (
    SELECT DISTINCT left(w, 40) AS word FROM regexp_split_to_table(
      regexp_replace(replace(normalize(lower(p_text), NFD), 'ß', 'ss'), '[\u0300-\u036f]', '', 'g'),
      '[\s\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u2bff\u3000-\u303f\ufe00-\ufe0f\U0001f000-\U0001faff]+') w
    WHERE w <> '' LIMIT 6000) x
$$;
--> statement-breakpoint
-- What a ticket is found by: its number as "#47", its id without hyphens, and the words of its fields and of its messages.
CREATE FUNCTION words_of_ticket(p_tenant uuid, p_ticket uuid) RETURNS tsvector
LANGUAGE sql STABLE SET search_path = pg_catalog, public AS $$
  SELECT array_to_tsvector(ARRAY['#' || t.number, replace(t.id::text, '-', '')]) || words_of(concat_ws(' ',
    t.subject, t.description, t.customer_name, t.customer_email,
    (SELECT string_agg(left(m.body, 20000), ' ') FROM public.message m
     WHERE m.tenant_id = p_tenant AND m.conversation_id = t.conversation_id AND m.author <> 'system' AND m.state <> 'streaming')))
  FROM public.ticket t WHERE t.tenant_id = p_tenant AND t.id = p_ticket
$$;
--> statement-breakpoint
-- Words that no other ticket of the business had. Two transactions may add the same word, each with its ticket; neither waits.
CREATE FUNCTION learn_words(p_tenant uuid, p_ticket uuid, p_words tsvector) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, public AS $$
  INSERT INTO public.ticket_vocabulary (tenant_id, word, ticket_id)
  SELECT p_tenant, w, p_ticket FROM unnest(tsvector_to_array(p_words)) w
  WHERE length(w) BETWEEN 4 AND 24 AND w !~ '[0-9#]'
    AND NOT EXISTS (SELECT 1 FROM public.ticket_vocabulary v WHERE v.tenant_id = p_tenant AND v.word = w)
  ON CONFLICT DO NOTHING
$$;
--> statement-breakpoint
-- Writes the words of a ticket anew, under its lock, so that the words of a message that another transaction adds are not lost.
CREATE FUNCTION index_ticket(p_tenant uuid, p_ticket uuid) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
DECLARE
  found_words tsvector;
BEGIN
  PERFORM 1 FROM public.ticket_words w WHERE w.tenant_id = p_tenant AND w.ticket_id = p_ticket FOR UPDATE;
  found_words := words_of_ticket(p_tenant, p_ticket);
  IF found_words IS NULL THEN RETURN; END IF;
  INSERT INTO public.ticket_words (tenant_id, ticket_id, words) VALUES (p_tenant, p_ticket, found_words)
  ON CONFLICT (tenant_id, ticket_id) DO UPDATE SET words = excluded.words;
  DELETE FROM public.ticket_vocabulary v WHERE v.tenant_id = p_tenant AND v.ticket_id = p_ticket
    AND v.word <> ALL (tsvector_to_array(found_words));
  PERFORM learn_words(p_tenant, p_ticket, found_words);
END;
$$;
--> statement-breakpoint
CREATE FUNCTION index_changed_ticket() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM index_ticket(NEW.tenant_id, NEW.id);
  RETURN NULL;
END;
$$;
--> statement-breakpoint
-- A new message adds its words: what the ticket is found by already is not read again, and not written where nothing is new. A ticket with
-- 6,000 different words takes no more.
CREATE FUNCTION index_new_message() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
DECLARE
  of_ticket uuid;
  new_words tsvector;
BEGIN
  SELECT t.id INTO of_ticket FROM public.ticket t WHERE t.tenant_id = NEW.tenant_id AND t.conversation_id = NEW.conversation_id;
  IF of_ticket IS NULL THEN RETURN NULL; END IF;
  new_words := words_of(left(NEW.body, 20000));
  UPDATE public.ticket_words w SET words = w.words || new_words
  WHERE w.tenant_id = NEW.tenant_id AND w.ticket_id = of_ticket AND length(w.words) < 6000
    AND length(w.words || new_words) > length(w.words);
  IF FOUND THEN PERFORM learn_words(NEW.tenant_id, of_ticket, new_words); END IF;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION index_changed_message() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM index_ticket(t.tenant_id, t.id) FROM public.ticket t
  WHERE t.tenant_id = OLD.tenant_id AND t.conversation_id IN (OLD.conversation_id, NEW.conversation_id);
  RETURN NULL;
END;
$$;
--> statement-breakpoint
-- Deferred: they run before the commit, so that a transaction locks the words of a ticket last, in whatever order it changed ticket and
-- messages.
CREATE CONSTRAINT TRIGGER index_new_ticket AFTER INSERT ON "ticket" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION index_changed_ticket();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER index_changed_ticket AFTER UPDATE ON "ticket" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((NEW.subject, NEW.description, NEW.customer_name, NEW.customer_email, NEW.conversation_id)
    IS DISTINCT FROM (OLD.subject, OLD.description, OLD.customer_name, OLD.customer_email, OLD.conversation_id))
  EXECUTE FUNCTION index_changed_ticket();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER index_new_message AFTER INSERT ON "message" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.author <> 'system' AND NEW.state <> 'streaming') EXECUTE FUNCTION index_new_message();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER index_completed_message AFTER UPDATE ON "message" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.author <> 'system' AND OLD.state = 'streaming' AND NEW.state <> 'streaming') EXECUTE FUNCTION index_new_message();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER index_changed_message AFTER UPDATE ON "message" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.state <> 'streaming' AND (NEW.body, NEW.conversation_id) IS DISTINCT FROM (OLD.body, OLD.conversation_id))
  EXECUTE FUNCTION index_changed_message();
--> statement-breakpoint
-- The tickets of the current tenant that match a query. Under Row-Level Security the GIN index is not used (the match operator is not
-- leakproof), so the tenant is filtered here, from the session's own setting and never from an argument. A sequential scan is never cheaper
-- here, though the planner believes so of frequent words: it does not know that the words are stored apart from their rows.
CREATE FUNCTION search_tickets(p_query text) RETURNS TABLE (id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public SET enable_seqscan = off AS $$
  SELECT w.ticket_id FROM public.ticket_words w
  WHERE w.tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid) AND w.words @@ p_query::tsquery
$$;
--> statement-breakpoint
-- Words of the current tenant's tickets that resemble words which no ticket has, not even as a beginning. p_beginnings holds the part of each
-- word that its forms share. One slip leaves the first third or the second half of a word as it is, so that two index ranges hold all candidates;
-- of a word that is not finished or has another ending, the first third.
-- Under Row-Level Security neither range would be read by an index.
CREATE FUNCTION similar_words(p_words text[], p_beginnings text[]) RETURNS TABLE (word text, similar_word text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  WITH here AS (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid AS tenant_id),
  unknown AS (
    SELECT g.word COLLATE "C" AS word, left(g.word, length(g.word) / 3) COLLATE "C" AS first_part,
      reverse(right(g.word, (length(g.word) - 2) / 2)) COLLATE "C" AS last_part
    FROM unnest(p_words, p_beginnings) AS g (word, beginning)
    WHERE NOT EXISTS (SELECT 1 FROM public.ticket_vocabulary v WHERE v.tenant_id = (SELECT tenant_id FROM here)
      AND v.word >= g.beginning COLLATE "C" AND v.word < (g.beginning || U&'\+10FFFF') COLLATE "C"))
  SELECT u.word, c.word FROM unknown u, LATERAL (
    SELECT v.word FROM public.ticket_vocabulary v WHERE v.tenant_id = (SELECT tenant_id FROM here)
      AND v.word >= u.first_part AND v.word < u.first_part || U&'\+10FFFF'
    UNION ALL
    SELECT v.word FROM public.ticket_vocabulary v WHERE v.tenant_id = (SELECT tenant_id FROM here)
      AND reverse(v.word) >= u.last_part AND reverse(v.word) < u.last_part || U&'\+10FFFF') c
  WHERE length(c.word) >= length(u.word) - 1 AND levenshtein_less_equal(left(c.word, length(u.word)), u.word, 2) <= 2
  GROUP BY u.word, c.word ORDER BY levenshtein_less_equal(c.word, u.word, 2), c.word LIMIT 200
$$;
--> statement-breakpoint
INSERT INTO "ticket_words" (tenant_id, ticket_id, words) SELECT tenant_id, id, words_of_ticket(tenant_id, id) FROM "ticket";
--> statement-breakpoint
INSERT INTO "ticket_vocabulary" (tenant_id, word, ticket_id)
SELECT DISTINCT ON (w.tenant_id, x.word) w.tenant_id, x.word, w.ticket_id
FROM "ticket_words" w, unnest(tsvector_to_array(w.words)) x (word)
WHERE length(x.word) BETWEEN 4 AND 24 AND x.word !~ '[0-9#]'
ORDER BY w.tenant_id, x.word, w.ticket_id;
