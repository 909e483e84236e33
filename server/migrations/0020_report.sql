DROP INDEX "ticket_by_creation";--> statement-breakpoint
DROP INDEX "ticket_by_resolution";--> statement-breakpoint
CREATE INDEX "message_rated" ON "message" USING btree ("tenant_id","conversation_id","helpful") WHERE helpful is not null;--> statement-breakpoint
CREATE INDEX "ticket_created" ON "ticket" USING btree ("tenant_id","created_at" DESC NULLS FIRST,"conversation_id","first_response_at","source","category","assignee_id","team_id") WHERE not is_demo;--> statement-breakpoint
CREATE INDEX "ticket_resolution" ON "ticket" USING btree ("tenant_id","resolved_at","created_at","source","category","assignee_id","team_id") WHERE resolved_at is not null and not is_demo;--> statement-breakpoint
CREATE INDEX "ticket_rated" ON "ticket" USING btree ("tenant_id","rated_at","rating","source","category","assignee_id","team_id") WHERE rated_at is not null and not is_demo;