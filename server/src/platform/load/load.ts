import { createHash } from 'node:crypto'
import type { TenantId } from '#contracts/ids.ts'
import type { Clock } from '#server/platform/clock.ts'
import { withoutValues } from '#server/platform/db/statement-text.ts'
import type { Log } from '#server/platform/log.ts'
import type { LoadStore } from './store.ts'

/** What is counted of a business. */
export type Usage = { requests: number; databaseMs: number; jobs: number; modelCalls: number; mails: number }

/** A statement from so many milliseconds on is slow. */
export const SLOW_STATEMENT_MS = 250
/** Slices of time in which counts are added up. */
export const SLICE_MS = 5 * 60_000
/** Each process adds its counts this often. */
export const STORE_EVERY_MS = 15_000
/** Counted at once: what is beyond it is not counted before the next time. */
const MAX_TENANTS = 20_000
const MAX_STATEMENTS = 200

export type SlowStatement = { fingerprint: string; text: string; count: number; totalMs: number; longestMs: number }

/** Counts in this process what each business uses and which statements are slow, and adds it to what other processes counted. */
export type Load = {
  count(tenantId: TenantId, what: keyof Usage, amount?: number): void
  /** One statement that has ended, with its text as it was sent. */
  statement(text: string, ms: number): void
  /** Adds what was counted since the last time. It never throws. */
  store(): Promise<void>
  stop(): Promise<void>
}

const unused = (): Usage => ({ requests: 0, databaseMs: 0, jobs: 0, modelCalls: 0, mails: 0 })

export function createLoad({ clock, log, store: target }: { clock: Clock; log: Log; store: LoadStore }): Load {
  let usages = new Map<TenantId, Usage>()
  let statements = new Map<string, SlowStatement>()
  const store = async (): Promise<void> => {
    const [tenants, slow] = [[...usages], [...statements.values()]]
    usages = new Map()
    statements = new Map()
    if (tenants.length + slow.length === 0) return
    const sliceAt = new Date(Math.floor(clock.now().getTime() / SLICE_MS) * SLICE_MS)
    await target.add(sliceAt, tenants, slow).catch((error: unknown) => {
      // Figures of a few seconds are not worth a second copy in memory while the database is away.
      log.debug({ err: error }, 'the counted load could not be stored')
    })
  }
  const timer = setInterval(() => void store(), STORE_EVERY_MS)
  timer.unref()
  return {
    count: (tenantId, what, amount = 1) => {
      let usage = usages.get(tenantId)
      if (!usage) {
        if (usages.size >= MAX_TENANTS) return
        usage = unused()
        usages.set(tenantId, usage)
      }
      usage[what] += amount
    },
    statement: (sent, ms) => {
      if (ms < SLOW_STATEMENT_MS) return
      const text = withoutValues(sent)
      const known = statements.get(text)
      if (known) {
        known.count += 1
        known.totalMs += ms
        known.longestMs = Math.max(known.longestMs, ms)
      } else if (statements.size < MAX_STATEMENTS) {
        const fingerprint = createHash('sha256').update(text).digest('hex').slice(0, 32)
        statements.set(text, { fingerprint, text, count: 1, totalMs: ms, longestMs: ms })
      }
    },
    store,
    stop: async () => {
      clearInterval(timer)
      await store()
    },
  }
}
