-- The clockwork looks for uploads that were never sent, over all tenants; it gets addresses only.
CREATE FUNCTION unsent_files(p_before timestamptz, p_limit integer) RETURNS TABLE (tenant_id uuid, file_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT f.tenant_id, f.id FROM public.file f
  WHERE f.message_id IS NULL AND f.created_at < p_before ORDER BY f.created_at LIMIT p_limit
$$;
--> statement-breakpoint
CREATE INDEX "file_unsent" ON "file" ("created_at") WHERE "message_id" IS NULL;
