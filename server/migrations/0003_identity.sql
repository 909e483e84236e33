CREATE TABLE "auth"."one_time_token" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" uuid,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "one_time_token_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "auth"."recovery_code" (
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_code_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
ALTER TABLE "auth"."session" ADD COLUMN "tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "auth"."session" ADD COLUMN "signed_in_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "auth"."session" ADD COLUMN "last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "auth"."user" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "auth"."user" ADD COLUMN "totp_secret" text;--> statement-breakpoint
ALTER TABLE "auth"."user" ADD COLUMN "two_factor_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "auth"."user" ADD COLUMN "totp_step" bigint;--> statement-breakpoint
ALTER TABLE "auth"."user" ADD COLUMN "needs_onboarding" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "auth"."one_time_token" ADD CONSTRAINT "one_time_token_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."recovery_code" ADD CONSTRAINT "recovery_code_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "one_time_token_by_user" ON "auth"."one_time_token" USING btree ("user_id","kind");--> statement-breakpoint
CREATE INDEX "one_time_token_by_expiry" ON "auth"."one_time_token" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "auth"."account" ADD CONSTRAINT "account_of_provider" UNIQUE("provider_id","account_id");--> statement-breakpoint
-- by hand
-- Why a signed-in person has no business to work for: they were removed from it, or it is suspended. Given by their own id only.
CREATE FUNCTION ended_membership_of(p_user uuid) RETURNS TABLE (name text, is_removed boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT t.name, m.removed_at IS NOT NULL FROM public.member m JOIN public.tenant t ON t.id = m.tenant_id
  WHERE m.user_id = p_user AND (m.removed_at IS NOT NULL OR t.status <> 'ACTIVE')
  ORDER BY m.removed_at IS NOT NULL, m.removed_at DESC, t.id LIMIT 1
$$;
--> statement-breakpoint
CREATE TRIGGER end_streams_of_switched_session AFTER UPDATE OF tenant_id ON "auth"."session" FOR EACH ROW
  WHEN (NEW.tenant_id IS DISTINCT FROM OLD.tenant_id) EXECUTE FUNCTION end_streams('userId', 'user_id');
