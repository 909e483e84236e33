DROP INDEX "customer_of_account";--> statement-breakpoint
CREATE INDEX "customer_of_account" ON "customer" USING btree ("account_id","tenant_id") WHERE account_id IS NOT NULL;