import type { TenantId } from '#contracts/ids.ts'
import { withoutValues } from '#server/platform/db/statement-text.ts'
import type { Platform } from '#server/platform/platform.ts'
import { SLICE_MS, type Usage } from './load.ts'

/** Rows are kept a little longer than they are shown. */
const KEPT_MS = 2 * 3_600_000
const WINDOW_MS = 3_600_000
/** A statement that runs for so long is shown while it runs. */
const RUNNING_MS = 1000
const MAX_SHOWN = 20

const COLUMNS: Record<keyof Usage, string> = {
  requests: 'requests',
  databaseMs: 'database_ms',
  jobs: 'jobs',
  modelCalls: 'model_calls',
  mails: 'mails',
}

const SUMS = Object.entries(COLUMNS)
  .map(([key, column]) => `coalesce(sum(${column}), 0)::float8 AS "${key}"`)
  .join(', ')

/** Since when figures are shown: an hour ago, at the beginning of its slice. */
export const shownSince = ({ clock }: Platform): Date =>
  new Date(Math.floor((clock.now().getTime() - WINDOW_MS) / SLICE_MS) * SLICE_MS)

/** The businesses that used most of something since then, and what all used together. */
export async function readTenantLoads({ db }: Platform, since: Date, by: keyof Usage) {
  const [tenants, [total]] = await Promise.all([
    db.query<Usage & { tenantId: TenantId }>(
      `SELECT tenant_id AS "tenantId", ${SUMS} FROM auth.tenant_load WHERE slice_at >= $1
       GROUP BY tenant_id ORDER BY sum(${COLUMNS[by]}) DESC, tenant_id LIMIT ${MAX_SHOWN}`,
      [since],
    ),
    db.query<Usage>(`SELECT ${SUMS} FROM auth.tenant_load WHERE slice_at >= $1`, [since]),
  ])
  return { tenants, total: total as Usage }
}

export type StatementFigures = { text: string; count: number; totalMs: number; longestMs: number }

/** The statements that were slow since then, those first that took longest together. */
export const readSlowStatements = ({ db }: Platform, since: Date): Promise<StatementFigures[]> =>
  db.query<StatementFigures>(
    `SELECT min(text) AS text, sum(count)::int AS count, sum(total_ms) AS "totalMs", max(longest_ms) AS "longestMs"
     FROM auth.slow_statement WHERE slice_at >= $1 GROUP BY fingerprint ORDER BY sum(total_ms) DESC LIMIT ${MAX_SHOWN}`,
    [since],
  )

/** The statements of all nodes that run at this moment for a second or longer, with what they wait for. */
export async function readRunningStatements({ db }: Platform) {
  const rows = await db.query<{ text: string; ms: number; waitsFor: string | null }>(
    `SELECT query AS text, (extract(epoch FROM clock_timestamp() - query_start) * 1000)::float8 AS ms, wait_event_type AS "waitsFor"
     FROM pg_stat_activity
     WHERE datname = current_database() AND usename = current_user AND state = 'active' AND pid <> pg_backend_pid()
       AND query_start < clock_timestamp() - make_interval(secs => $1)
     ORDER BY query_start LIMIT ${MAX_SHOWN}`,
    [RUNNING_MS / 1000],
  )
  return rows.map(({ text, ms, waitsFor }) => ({ text: withoutValues(text), ms, isBlocked: waitsFor === 'Lock' }))
}

/** PostgreSQL's own statistics, where the operator has switched on pg_stat_statements; null elsewhere. */
export async function readStatementStatistics({ db, log }: Platform): Promise<StatementFigures[] | null> {
  try {
    const [found] = await db.query<{ name: string }>(
      `SELECT e.extnamespace::regnamespace::text AS name FROM pg_extension e WHERE e.extname = 'pg_stat_statements'`,
    )
    if (!found) return null
    const rows = await db.query<StatementFigures>(
      `SELECT query AS text, calls::float8 AS count, total_exec_time AS "totalMs", max_exec_time AS "longestMs"
       FROM ${found.name}.pg_stat_statements
       WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND userid = current_user::regrole
       ORDER BY total_exec_time DESC LIMIT ${MAX_SHOWN}`,
    )
    return rows.map((row) => ({ ...row, text: withoutValues(row.text) }))
  } catch (error) {
    log.debug({ err: error }, 'pg_stat_statements cannot be read')
    return null
  }
}

/** Removes figures that are not shown any more. */
export async function forgetLoad({ db, clock }: Platform): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_MS)
  await db.query('DELETE FROM auth.tenant_load WHERE slice_at < $1', [before])
  await db.query('DELETE FROM auth.slow_statement WHERE slice_at < $1', [before])
}
