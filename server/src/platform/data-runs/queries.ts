import { and, desc, eq, gte, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { DataRunId, TenantId } from '#contracts/ids.ts'
import type { DataRunKind } from '#contracts/owner/data-run.ts'
import type { Database } from '#server/platform/db/database.ts'
import { type DataRunLine, type DataRunRow, dataRun } from './schema.ts'

type Orm = Pick<Database, 'orm'>

const UNFINISHED = ['waiting', 'running'] as const

export const insertRun = (db: Orm, row: typeof dataRun.$inferInsert) => db.orm.insert(dataRun).values(row)

export const findRun = async (db: Orm, id: DataRunId): Promise<DataRunRow | null> =>
  (await db.orm.select().from(dataRun).where(eq(dataRun.id, id)))[0] ?? null

/** The newest runs of some kinds: of one business, or of all. */
export const listRuns = (db: Orm, kinds: readonly DataRunKind[], tenantId: TenantId | null): Promise<DataRunRow[]> =>
  db.orm
    .select()
    .from(dataRun)
    .where(and(inArray(dataRun.kind, [...kinds]), tenantId ? eq(dataRun.tenantId, tenantId) : undefined))
    .orderBy(desc(dataRun.createdAt))
    .limit(20)

/** A run of one of the kinds that is not finished: of one business, or of the platform. */
export const findUnfinished = async (
  db: Orm,
  kinds: readonly DataRunKind[],
  tenantId: TenantId | null,
): Promise<DataRunRow | null> =>
  (
    await db.orm
      .select()
      .from(dataRun)
      .where(
        and(
          inArray(dataRun.kind, [...kinds]),
          inArray(dataRun.state, [...UNFINISHED]),
          tenantId ? eq(dataRun.tenantId, tenantId) : isNull(dataRun.tenantId),
        ),
      )
      .limit(1)
  )[0] ?? null

/** Runs of a kind that were asked for since then, of one business. */
export const countRunsSince = (db: Orm, kind: DataRunKind, tenantId: TenantId, since: Date): Promise<number> =>
  db.orm.$count(dataRun, and(eq(dataRun.kind, kind), eq(dataRun.tenantId, tenantId), gte(dataRun.createdAt, since)))

/** Begins of the same work are one after the other, so that the second finds the first. */
export const lockRuns = (db: Pick<Database, 'query'>) => db.query("SELECT pg_advisory_xact_lock(hashtext('data runs'))")

/** Takes a run for this process, unless another one works on it, it is over or its time has not come. */
export const claimRun = async (db: Orm, id: DataRunId, now: Date, leaseUntil: Date): Promise<DataRunRow | null> =>
  (
    await db.orm
      .update(dataRun)
      .set({ state: 'running', leaseUntil, attempts: sql`${dataRun.attempts} + 1` })
      .where(
        and(
          eq(dataRun.id, id),
          inArray(dataRun.state, [...UNFINISHED]),
          lte(dataRun.startsAt, now),
          or(isNull(dataRun.leaseUntil), lte(dataRun.leaseUntil, now)),
        ),
      )
      .returning()
  )[0] ?? null

/** What nobody works on although its time has come. */
export const listAbandoned = (db: Orm, now: Date): Promise<Pick<DataRunRow, 'id' | 'kind'>[]> =>
  db.orm
    .select({ id: dataRun.id, kind: dataRun.kind })
    .from(dataRun)
    .where(
      and(
        inArray(dataRun.state, [...UNFINISHED]),
        lte(dataRun.startsAt, now),
        or(isNull(dataRun.leaseUntil), lte(dataRun.leaseUntil, now)),
      ),
    )
    .limit(100)

export const updateRun = (db: Orm, id: DataRunId, change: Partial<DataRunRow>) =>
  db.orm.update(dataRun).set(change).where(eq(dataRun.id, id))

/** Ends a run that has not begun, and says whether it did. */
export const cancelWaiting = async (db: Orm, id: DataRunId, now: Date): Promise<boolean> =>
  (
    await db.orm
      .update(dataRun)
      .set({ state: 'cancelled', finishedAt: now })
      .where(and(eq(dataRun.id, id), eq(dataRun.state, 'waiting')))
      .returning({ id: dataRun.id })
  ).length > 0

/** Adds lines to the log of a run, and changes it by the same statement. */
export const appendLines = (
  db: Orm,
  id: DataRunId,
  lines: readonly DataRunLine[],
  change: Partial<Omit<DataRunRow, 'log'>> = {},
) =>
  db.orm
    .update(dataRun)
    .set({ ...change, log: sql`${dataRun.log} || ${JSON.stringify(lines)}::jsonb` })
    .where(eq(dataRun.id, id))

/** Forgets the files whose time is over, and gives their keys. */
export const expireFiles = async (db: Orm, now: Date): Promise<string[]> => {
  const rows = await db.orm
    .select({ id: dataRun.id, key: dataRun.storageKey })
    .from(dataRun)
    .where(and(isNotNull(dataRun.storageKey), lte(dataRun.expiresAt, now)))
    .limit(100)
  for (const { id } of rows) await updateRun(db, id, { storageKey: null })
  return rows.flatMap(({ key }) => key ?? [])
}
