CREATE TABLE "auth"."system_mail" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"to" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "system_mail_by_time" ON "auth"."system_mail" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "system_mail_unsent" ON "auth"."system_mail" USING btree ("created_at","id") WHERE status <> 'sent';