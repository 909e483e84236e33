import { sql } from 'drizzle-orm'
import { pgPolicy, timestamp, uuid } from 'drizzle-orm/pg-core'

/** The first column of every key of a tenant-owned table. */
export const tenantId = () => uuid('tenant_id').notNull()

/** An instant; Date in code, timestamptz in the database. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })

const CURRENT_TENANT = sql`tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)`

/** The row-level security policy of every tenant-owned table: without `app.tenant_id` no row is visible, and none of another tenant can be written. */
export const isolated = () => pgPolicy('own_tenant', { for: 'all', using: CURRENT_TENANT, withCheck: CURRENT_TENANT })
