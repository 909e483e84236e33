import type { TenantId } from '#contracts/ids.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { SlowStatement, Usage } from './load.ts'

export type LoadStore = {
  /** Adds counts to a slice of time. */
  add(sliceAt: Date, tenants: readonly [TenantId, Usage][], slow: readonly SlowStatement[]): Promise<void>
}

const ADD_TENANTS = `
  INSERT INTO auth.tenant_load AS l (tenant_id, slice_at, requests, database_ms, jobs, model_calls, mails)
  SELECT tenant_id, $1, requests, database_ms, jobs, model_calls, mails
  FROM unnest($2::uuid[], $3::int[], $4::float8[], $5::int[], $6::int[], $7::int[])
    AS u (tenant_id, requests, database_ms, jobs, model_calls, mails)
  ON CONFLICT (tenant_id, slice_at) DO UPDATE SET requests = l.requests + excluded.requests,
    database_ms = l.database_ms + excluded.database_ms, jobs = l.jobs + excluded.jobs,
    model_calls = l.model_calls + excluded.model_calls, mails = l.mails + excluded.mails`

const ADD_STATEMENTS = `
  INSERT INTO auth.slow_statement AS s (fingerprint, slice_at, text, count, total_ms, longest_ms)
  SELECT fingerprint, $1, text, count, total_ms, longest_ms
  FROM unnest($2::text[], $3::text[], $4::int[], $5::float8[], $6::float8[])
    AS u (fingerprint, text, count, total_ms, longest_ms)
  ON CONFLICT (fingerprint, slice_at) DO UPDATE SET count = s.count + excluded.count,
    total_ms = s.total_ms + excluded.total_ms, longest_ms = greatest(s.longest_ms, excluded.longest_ms)`

export const createLoadStore = ({ query }: Pick<Database, 'query'>): LoadStore => ({
  add: async (sliceAt, unsorted, unsortedSlow) => {
    // In one order, so that two processes that add to the same rows wait for each other and never in a circle.
    const tenants = unsorted.toSorted(([one], [other]) => compare(one, other))
    const slow = unsortedSlow.toSorted((one, other) => compare(one.fingerprint, other.fingerprint))
    const of = (key: keyof Usage) => tenants.map(([, usage]) => usage[key])
    const given = [of('requests'), of('databaseMs'), of('jobs'), of('modelCalls'), of('mails')]
    if (tenants.length > 0) await query(ADD_TENANTS, [sliceAt, tenants.map(([id]) => id), ...given])
    const columns = (['fingerprint', 'text', 'count', 'totalMs', 'longestMs'] as const).map((key) =>
      slow.map((one) => one[key]),
    )
    if (slow.length > 0) await query(ADD_STATEMENTS, [sliceAt, ...columns])
  },
})

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))
