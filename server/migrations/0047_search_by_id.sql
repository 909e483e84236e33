-- by hand
-- A ticket's id is kept with a sign before it, as its number is: as a plain word its beginning would be found for every short word of the
-- letters a to f, so that "add" finds one of 4,096 tickets that says nothing of the kind.
CREATE OR REPLACE FUNCTION words_of_ticket(p_tenant uuid, p_ticket uuid) RETURNS tsvector
LANGUAGE sql STABLE SET search_path = pg_catalog, public AS $$
  SELECT array_to_tsvector(ARRAY['#' || t.number, '@' || replace(t.id::text, '-', '')]) || words_of(concat_ws(' ',
    t.subject, t.description, t.customer_name, t.customer_email,
    (SELECT string_agg(left(m.body, 20000), ' ') FROM public.message m
     WHERE m.tenant_id = p_tenant AND m.conversation_id = t.conversation_id AND m.author <> 'system' AND m.state <> 'streaming')))
  FROM public.ticket t WHERE t.tenant_id = p_tenant AND t.id = p_ticket
$$;
--> statement-breakpoint
UPDATE "ticket_words" SET words =
  ts_delete(words, replace(ticket_id::text, '-', '')) || array_to_tsvector(ARRAY['@' || replace(ticket_id::text, '-', '')]);
