CREATE TABLE "auth"."pending_file" (
	"storage_key" text PRIMARY KEY NOT NULL,
	"until_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "pending_file_by_time" ON "auth"."pending_file" USING btree ("until_at");