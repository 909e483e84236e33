CREATE TABLE "article_reader" (
	"tenant_id" uuid NOT NULL,
	"day" date NOT NULL,
	"article_id" uuid NOT NULL,
	"reader" text NOT NULL,
	CONSTRAINT "article_reader_tenant_id_day_article_id_reader_pk" PRIMARY KEY("tenant_id","day","article_id","reader")
);
--> statement-breakpoint
ALTER TABLE "article_reader" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "article_reading" (
	"tenant_id" uuid NOT NULL,
	"article_id" uuid NOT NULL,
	"day" date NOT NULL,
	"readers" integer NOT NULL,
	CONSTRAINT "article_reading_tenant_id_article_id_day_pk" PRIMARY KEY("tenant_id","article_id","day")
);
--> statement-breakpoint
ALTER TABLE "article_reading" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "article_related" (
	"tenant_id" uuid NOT NULL,
	"article_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"related_id" uuid NOT NULL,
	CONSTRAINT "article_related_tenant_id_article_id_position_pk" PRIMARY KEY("tenant_id","article_id","position")
);
--> statement-breakpoint
ALTER TABLE "article_related" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "article_vote" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "article_vote" ADD COLUMN "comment" text;--> statement-breakpoint
ALTER TABLE "article_reader" ADD CONSTRAINT "article_reader_tenant_id_article_id_article_tenant_id_id_fk" FOREIGN KEY ("tenant_id","article_id") REFERENCES "public"."article"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_reading" ADD CONSTRAINT "article_reading_tenant_id_article_id_article_tenant_id_id_fk" FOREIGN KEY ("tenant_id","article_id") REFERENCES "public"."article"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_related" ADD CONSTRAINT "article_related_of" FOREIGN KEY ("tenant_id","article_id") REFERENCES "public"."article"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_related" ADD CONSTRAINT "article_related_to" FOREIGN KEY ("tenant_id","related_id") REFERENCES "public"."article"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "article_reader_by_day" ON "article_reader" USING btree ("day");--> statement-breakpoint
CREATE INDEX "article_reading_by_day" ON "article_reading" USING btree ("tenant_id","day");--> statement-breakpoint
CREATE POLICY "own_tenant" ON "article_reader" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "article_reading" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "article_related" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
-- by hand
-- Who read the articles of all businesses before a day; how many they were stays.
CREATE FUNCTION delete_old_readers(p_before date, p_limit integer) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  WITH deleted AS (
    DELETE FROM public.article_reader WHERE ctid = ANY (ARRAY(
      SELECT r.ctid FROM public.article_reader r WHERE r.day < p_before LIMIT p_limit)) RETURNING 1
  )
  SELECT count(*)::integer FROM deleted
$$;
