import { sql } from 'drizzle-orm'
import { pgPolicy, timestamp, uuid } from 'drizzle-orm/pg-core'

/** The column every tenant-owned table begins its keys with. */
export const tenantId = () => uuid('tenant_id').notNull()

/** An instant; Date in code, timestamptz in the database. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })

const OWN_TENANT = sql`tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)`

/** The fence of every tenant-owned table: without `app.tenant_id` set there are no rows, and none of another tenant can be written. */
export const isolated = () => pgPolicy('own_tenant', { for: 'all', using: OWN_TENANT, withCheck: OWN_TENANT })
