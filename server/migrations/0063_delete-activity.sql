-- by hand
-- The activity log is append-only for the serving role: this deletes it with its business, while the deletion of the session's own business
-- runs. Gives a row for each entry that it deleted.
CREATE FUNCTION delete_activity(p_tenant uuid, p_limit integer) RETURNS SETOF integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  IF p_tenant IS DISTINCT FROM nullif(current_setting('app.tenant_id', true), '')::uuid
    OR NOT EXISTS (SELECT FROM auth.data_run d WHERE d.tenant_id = p_tenant AND d.kind = 'delete_tenant' AND d.state = 'running')
  THEN RAISE EXCEPTION 'this business is not being deleted'; END IF;
  RETURN QUERY DELETE FROM activity_log a WHERE a.tenant_id = p_tenant AND a.id IN
    (SELECT b.id FROM activity_log b WHERE b.tenant_id = p_tenant LIMIT p_limit) RETURNING 1;
END $$;
