CREATE TABLE "customer_merge" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"into_id" uuid NOT NULL,
	"from_id" uuid NOT NULL,
	"take" jsonb NOT NULL,
	"parts" jsonb NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"actor_id" uuid NOT NULL,
	"actor_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"undone_at" timestamp (3) with time zone,
	CONSTRAINT "customer_merge_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "customer_merge" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "part_of_id" uuid;--> statement-breakpoint
ALTER TABLE "customer_merge" ADD CONSTRAINT "customer_merge_tenant_id_into_id_customer_tenant_id_id_fk" FOREIGN KEY ("tenant_id","into_id") REFERENCES "public"."customer"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_merge_by_customer" ON "customer_merge" USING btree ("tenant_id","into_id","created_at");--> statement-breakpoint
ALTER TABLE "customer" ADD CONSTRAINT "customer_tenant_id_part_of_id_customer_tenant_id_id_fk" FOREIGN KEY ("tenant_id","part_of_id") REFERENCES "public"."customer"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_merged" ON "customer" USING btree ("tenant_id","part_of_id") WHERE part_of_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "customer_by_mailbox" ON "customer" USING btree ("tenant_id",replace(split_part(split_part(email, '@', 1), '+', 1), '.', ''));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "customer_merge" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
-- by hand
-- The activity of a merged customer is that of the one into whom it was merged: the list is sorted by it.
CREATE FUNCTION pass_on_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE customer
  SET joined_at = least(joined_at, NEW.joined_at), last_active_at = greatest(last_active_at, NEW.last_active_at)
  WHERE tenant_id = NEW.tenant_id AND id = NEW.part_of_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER customer_activity_passed_on AFTER UPDATE OF joined_at, last_active_at ON customer
FOR EACH ROW WHEN (NEW.part_of_id IS NOT NULL AND
  (NEW.last_active_at IS DISTINCT FROM OLD.last_active_at OR NEW.joined_at IS DISTINCT FROM OLD.joined_at))
EXECUTE FUNCTION pass_on_activity();
