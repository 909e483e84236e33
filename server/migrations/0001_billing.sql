CREATE TABLE "auth"."checkout" (
	"id" text PRIMARY KEY NOT NULL,
	"plan_id" text NOT NULL,
	"status" text NOT NULL,
	"email" text,
	"language" text DEFAULT 'en' NOT NULL,
	"stripe_customer_id" text,
	"stripe_subscription_id" text,
	"subscription_status" text,
	"started_at" timestamp (3) with time zone,
	"trial_ends_at" timestamp (3) with time zone,
	"next_billing_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"tenant_id" uuid,
	"used_at" timestamp (3) with time zone,
	"reminded_at" timestamp (3) with time zone,
	"read_number" integer DEFAULT 0 NOT NULL,
	"stored_read" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "auth"."stripe_event" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"handled_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"plan_id" text NOT NULL,
	"source" text NOT NULL,
	"status" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"trial_ends_at" timestamp (3) with time zone,
	"next_billing_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"stripe_customer_id" text,
	"stripe_subscription_id" text,
	"ticket_limit" integer,
	"seat_limit" integer,
	"ai_limit" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "subscription" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "checkout_by_subscription" ON "auth"."checkout" USING btree ("stripe_subscription_id");--> statement-breakpoint
CREATE INDEX "checkout_unused" ON "auth"."checkout" USING btree ("paid_at");--> statement-breakpoint
CREATE INDEX "checkout_by_tenant" ON "auth"."checkout" USING btree ("tenant_id");--> statement-breakpoint
CREATE INDEX "stripe_event_by_time" ON "auth"."stripe_event" USING btree ("handled_at");--> statement-breakpoint
CREATE POLICY "own_tenant" ON "subscription" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
-- by hand
-- The beginning of the billing month a moment is in: months begin on the day and at the time of the start (UTC), in shorter months on
-- their last day. `p_later` counts months from there.
CREATE FUNCTION billing_month(p_start timestamptz, p_at timestamptz, p_later integer DEFAULT 0) RETURNS timestamptz
LANGUAGE sql STABLE SET search_path = pg_catalog AS $$
  WITH utc AS (SELECT p_start AT TIME ZONE 'UTC' AS s, p_at AT TIME ZONE 'UTC' AS a),
  counted AS (
    SELECT s, a, ((extract(year FROM a) - extract(year FROM s)) * 12 + extract(month FROM a) - extract(month FROM s))::int AS n FROM utc)
  SELECT (s + make_interval(months => greatest(n - CASE WHEN s + make_interval(months => n) > a THEN 1 ELSE 0 END, 0) + p_later))
    AT TIME ZONE 'UTC' FROM counted
$$;
--> statement-breakpoint
-- Businesses from before there were plans keep all they had.
INSERT INTO "subscription" (tenant_id, plan_id, source, status, started_at)
  SELECT id, 'lifetime', 'owner', 'active', created_at FROM "tenant";
