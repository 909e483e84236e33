-- by hand
-- The live events of the database name who made the change: the member whose request it is, nobody where a job or a customer made it.
CREATE OR REPLACE FUNCTION announce_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
DECLARE
  v_silent text[] := ARRAY['updated_at', 'flood_notice_at', 'last_success_at', 'retry_at'];
  v_row jsonb := to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END);
BEGIN
  IF TG_OP = 'UPDATE' AND v_row - v_silent = to_jsonb(OLD) - v_silent THEN
    RETURN NULL;
  END IF;
  PERFORM pg_notify('segue_live', json_build_object(
    'tenantId', v_row->>coalesce(TG_ARGV[1], 'tenant_id'),
    'to', json_build_object('desk', true, 'conversation', NULL),
    'event', json_build_object('type', 'desk.changed', 'part', TG_ARGV[0],
      'by', nullif(current_setting('app.member_name', true), '')))::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER announce_change AFTER INSERT OR DELETE OR UPDATE OF state ON quality_run
  FOR EACH ROW EXECUTE FUNCTION announce_change('quality');
--> statement-breakpoint
-- Tells the open desks that a part of the knowledge base changed. It never reads the row as a whole: a document's text may have megabytes.
CREATE FUNCTION announce_knowledge() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM pg_notify('segue_live', json_build_object(
    'tenantId', CASE WHEN TG_OP = 'DELETE' THEN OLD.tenant_id ELSE NEW.tenant_id END,
    'to', json_build_object('desk', true, 'conversation', NULL),
    'event', json_build_object('type', 'knowledge.changed', 'part', TG_ARGV[0], 'id', NULL))::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER announce_knowledge AFTER INSERT OR UPDATE OR DELETE ON business_profile
  FOR EACH ROW EXECUTE FUNCTION announce_knowledge('profile');
--> statement-breakpoint
CREATE TRIGGER announce_knowledge AFTER INSERT OR DELETE OR UPDATE OF name, type, category, status, failure, progress, version
  ON training_document FOR EACH ROW EXECUTE FUNCTION announce_knowledge('documents');
