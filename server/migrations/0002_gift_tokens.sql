CREATE TABLE "auth"."gift_token" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"kind" text NOT NULL,
	"description" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"max_uses" integer DEFAULT 1 NOT NULL,
	"current_uses" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"redeemed_at" timestamp (3) with time zone,
	"redeemed_by" text,
	"redeemed_tenant_id" uuid,
	CONSTRAINT "gift_token_code_unique" UNIQUE("code"),
	CONSTRAINT "gift_token_uses" CHECK ("auth"."gift_token"."current_uses" between 0 and "auth"."gift_token"."max_uses")
);
--> statement-breakpoint
CREATE INDEX "gift_token_by_time" ON "auth"."gift_token" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);