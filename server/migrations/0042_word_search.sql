-- by hand
-- A search by words finds customers, FAQs and articles by an index, as it finds tickets. To divide a text into words costs a thousand times
-- what an operator does: without this the planner would divide every text of a business instead of reading the index.
ALTER FUNCTION words_of(text) COST 2000;
--> statement-breakpoint
CREATE INDEX "customer_by_words" ON "customer" USING gin ("tenant_id", words_of("search")) WITH (gin_pending_list_limit = 512);
--> statement-breakpoint
-- The customers of the current tenant that match a query. Under Row-Level Security the GIN index is not used (the match operator is not
-- leakproof), so the tenant is filtered here, from the session's own setting and never from an argument.
CREATE FUNCTION search_customers(p_query text, p_limit integer) RETURNS TABLE (id uuid, name text, email text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public SET enable_seqscan = off AS $$
  SELECT c.id, c.name, c.email FROM public.customer c
  WHERE c.tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid) AND words_of(c.search) @@ p_query::tsquery
  ORDER BY c.last_active_at DESC, c.id DESC LIMIT p_limit
$$;
--> statement-breakpoint
-- The words of a text, and each of four characters or more from its end too, as "<dnufer": by that a word with a slip in its beginning is found.
CREATE FUNCTION words_both_ways(p_text text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 4000 SET search_path = pg_catalog, public AS $$
  SELECT x.words || coalesce((SELECT array_to_tsvector(array_agg('<' || reverse(w))) FROM unnest(tsvector_to_array(x.words)) w
    WHERE length(w) BETWEEN 4 AND 24 AND w !~ '[0-9]'), ''::tsvector)
  FROM (SELECT words_of(p_text) AS words) x
$$;
--> statement-breakpoint
-- What an FAQ is found by; immutable for the index, which the joining of an array alone is not.
CREATE FUNCTION words_of_faq(p_question text, p_phrasings text[]) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 4000 SET search_path = pg_catalog, public AS $$
  SELECT words_both_ways(p_question || ' ' || array_to_string(p_phrasings, ' '))
$$;
--> statement-breakpoint
CREATE INDEX "faq_by_words" ON "faq" USING gin ("tenant_id", words_of_faq("question", "phrasings")) WITH (gin_pending_list_limit = 512);
--> statement-breakpoint
CREATE INDEX "article_by_words" ON "article" USING gin ("tenant_id", words_both_ways("title" || ' ' || "summary")) WITH (gin_pending_list_limit = 512);
--> statement-breakpoint
-- The same for FAQs and articles, the last change first.
CREATE FUNCTION search_faqs(p_query text, p_limit integer) RETURNS TABLE (id uuid, question text, is_published boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public SET enable_seqscan = off AS $$
  SELECT f.id, f.question, f.is_published FROM public.faq f
  WHERE f.tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid)
    AND words_of_faq(f.question, f.phrasings) @@ p_query::tsquery
  ORDER BY f.updated_at DESC, f.id DESC LIMIT p_limit
$$;
--> statement-breakpoint
CREATE FUNCTION search_articles(p_query text, p_limit integer) RETURNS TABLE (id uuid, title text, is_published boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public SET enable_seqscan = off AS $$
  SELECT a.id, a.title, a.is_published FROM public.article a
  WHERE a.tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid)
    AND words_both_ways(a.title || ' ' || a.summary) @@ p_query::tsquery
  ORDER BY a.updated_at DESC, a.id DESC LIMIT p_limit
$$;
--> statement-breakpoint
-- Words of the current tenant's FAQs and articles that resemble words which none of them has, not even as a beginning; see similar_words().
-- One slip leaves the first third or the second half of a word as it is: the 300 newest FAQs and articles that have a word with either are read.
CREATE FUNCTION similar_knowledge_words(p_words text[], p_beginnings text[]) RETURNS TABLE (word text, similar_word text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public SET enable_seqscan = off AS $$
  WITH here AS (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid AS tenant_id),
  searched AS (
    SELECT g.word, ('''' || g.beginning || ''':*')::tsquery AS known, ('''' || left(g.word, length(g.word) / 3) || ''':* | ''<'
      || reverse(right(g.word, (length(g.word) - 2) / 2)) || ''':*')::tsquery AS near
    FROM unnest(p_words, p_beginnings) AS g (word, beginning)),
  unknown AS (
    SELECT s.word, s.near FROM searched s
    WHERE NOT EXISTS (SELECT 1 FROM public.faq f
        WHERE f.tenant_id = (SELECT tenant_id FROM here) AND words_of_faq(f.question, f.phrasings) @@ s.known)
      AND NOT EXISTS (SELECT 1 FROM public.article a
        WHERE a.tenant_id = (SELECT tenant_id FROM here) AND words_both_ways(a.title || ' ' || a.summary) @@ s.known))
  SELECT u.word, c.word FROM unknown u, LATERAL (
    SELECT DISTINCT w AS word FROM (
      (SELECT words_of_faq(f.question, f.phrasings) AS words FROM public.faq f
       WHERE f.tenant_id = (SELECT tenant_id FROM here) AND words_of_faq(f.question, f.phrasings) @@ u.near
       ORDER BY f.updated_at DESC LIMIT 300)
      UNION ALL
      (SELECT words_both_ways(a.title || ' ' || a.summary) FROM public.article a
       WHERE a.tenant_id = (SELECT tenant_id FROM here) AND words_both_ways(a.title || ' ' || a.summary) @@ u.near
       ORDER BY a.updated_at DESC LIMIT 300)) x, unnest(tsvector_to_array(x.words)) w
    WHERE w ~ '^[^<0-9]{4,24}$') c
  WHERE length(c.word) >= length(u.word) - 1 AND levenshtein_less_equal(left(c.word, length(u.word)), u.word, 2) <= 2
  ORDER BY levenshtein_less_equal(c.word, u.word, 2), c.word LIMIT 200
$$;
