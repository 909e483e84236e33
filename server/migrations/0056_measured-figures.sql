-- by hand
-- How many chats all businesses that are no demos had, and how many of these went to a person: sums that no business is known by.
CREATE FUNCTION chat_figures() RETURNS TABLE (businesses integer, chats bigint, handed_over bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT count(*)::integer, coalesce(sum(c.chats), 0)::bigint, coalesce(sum(c.handed_over), 0)::bigint
  FROM (SELECT y.tenant_id, sum(y.chats) AS chats, sum(y.chats_handed_over) AS handed_over FROM public.tenant_tally y GROUP BY y.tenant_id) c
  JOIN public.tenant t ON t.id = c.tenant_id WHERE NOT t.is_demo AND c.chats > 0
$$;
