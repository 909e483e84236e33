-- Registrations from before do not say whose session they belong to.
DELETE FROM "push_subscription";--> statement-breakpoint
ALTER TABLE "push_subscription" ADD COLUMN "session_id" uuid NOT NULL;--> statement-breakpoint
CREATE INDEX "push_by_session" ON "push_subscription" USING btree ("session_id");--> statement-breakpoint
-- by hand
-- A person's session may have registered its browser at several businesses, and ends in many ways: this is the one that none forgets.
CREATE FUNCTION forget_push_of_session() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  DELETE FROM public.push_subscription WHERE session_id = OLD.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER forget_push AFTER DELETE ON "auth"."session" FOR EACH ROW EXECUTE FUNCTION forget_push_of_session();
