ALTER TABLE "auth"."user" ADD COLUMN "accent_color" text;--> statement-breakpoint
ALTER TABLE "auth"."user" ADD COLUMN "color_scheme" text;--> statement-breakpoint
ALTER TABLE "auth"."user" ADD COLUMN "avatar_id" uuid;--> statement-breakpoint
ALTER TABLE "auth"."user" ADD COLUMN "avatar_key" text;