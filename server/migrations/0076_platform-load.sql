CREATE TABLE "auth"."slow_statement" (
	"fingerprint" text NOT NULL,
	"slice_at" timestamp (3) with time zone NOT NULL,
	"text" text NOT NULL,
	"count" integer NOT NULL,
	"total_ms" double precision NOT NULL,
	"longest_ms" double precision NOT NULL,
	CONSTRAINT "slow_statement_fingerprint_slice_at_pk" PRIMARY KEY("fingerprint","slice_at")
);
--> statement-breakpoint
CREATE TABLE "auth"."tenant_load" (
	"tenant_id" uuid NOT NULL,
	"slice_at" timestamp (3) with time zone NOT NULL,
	"requests" integer NOT NULL,
	"database_ms" double precision NOT NULL,
	"jobs" integer NOT NULL,
	"model_calls" integer NOT NULL,
	"mails" integer NOT NULL,
	CONSTRAINT "tenant_load_tenant_id_slice_at_pk" PRIMARY KEY("tenant_id","slice_at")
);
--> statement-breakpoint
CREATE INDEX "slow_statement_by_time" ON "auth"."slow_statement" USING btree ("slice_at");--> statement-breakpoint
CREATE INDEX "tenant_load_by_time" ON "auth"."tenant_load" USING btree ("slice_at");