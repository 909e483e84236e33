import * as m from '#i18n/messages.js'
import { AppError } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { type Text, text } from '#server/platform/text/message.ts'
import type { VectorStore } from './protocol.ts'
import {
  type SearchThread,
  SearchThreadLostError,
  SearchThreadTimeoutError,
  startSearchThread,
} from './search-thread.ts'
import type { IndexEntry, SearchOptions, SearchResult } from './types.ts'

const DEFAULT_MAX_TENANTS = 100
const DEFAULT_TIME_LIMIT_MS = 2_000
/** Building an index of 5,000 FAQs with 5 phrasings each takes 2 s. */
const BUILD_TIME_LIMITS = 5
/** Knowledge that changes faster than it is read is searched as it was; the next search reads it again. */
const MAX_READS_IN_A_ROW = 3

export type RetrievalOptions = {
  /** Reads what a tenant has published. Called on the main thread, once per tenant and change. */
  load: (tenantId: string) => Promise<IndexEntry[]>
  log: Pick<Log, 'warn' | 'error'>
  /** Where the vectors of a tenant's texts are kept; without it every start makes them anew. */
  vectorsOf?: (tenantId: string) => VectorStore
  /** Indexes kept in memory; the tenant not asked for longest goes first. 100 when not given. */
  maxTenants?: number
  /** For one search; 2,000 when not given. Building an index may take five times as long. */
  timeLimitMs?: number
  /** Another thread file, for tests of failure. */
  workerUrl?: URL
}

export type RetrievalClient = {
  /**
   * Searches a tenant's knowledge as it is now.
   * @throws AppError `unavailable` after the time limit, when the search thread crashed twice over it, or once stopped;
   * whatever `load` throws when nothing of the tenant is in memory
   */
  search(tenantId: string, query: string, options?: SearchOptions): Promise<SearchResult>
  /** To be called after every change of a tenant's published knowledge: the next search reads it anew. */
  invalidate(tenantId: string): void
  /** Reads a tenant's knowledge before it is asked, so that the first question need not wait. Never fails. */
  warm(tenantId: string): Promise<void>
  /** Lets an index go that is not asked for again. */
  forget(tenantId: string): void
  /** Ends the search thread. Searches under way are refused. */
  stop(): Promise<void>
}

/** What the thread holds of one tenant. */
type Tenant = {
  /** Counts the changes of its knowledge. */
  change: number
  /** The change its index shows; -1 = it has none. */
  indexed: number
  /** The thread that holds the index: after a crash a new one holds none. */
  thread: SearchThread | null
  reading: Promise<void> | null
  /** Searches under way: it stays as long as there are any. */
  searches: number
}

/** Starts the search of knowledge; its thread begins with the first search. */
export function startRetrieval(setup: RetrievalOptions): RetrievalClient {
  const { log, timeLimitMs = DEFAULT_TIME_LIMIT_MS } = setup
  const tenants = new Map<string, Tenant>()
  let stopped = false
  const threads = threadsOf(log, setup.workerUrl ?? new URL('./search-worker.ts', import.meta.url))
  const runningThread = (): SearchThread => {
    if (stopped) throw unavailable(m.error_search_stopped)
    return threads.running()
  }

  const prepare = preparing(setup, runningThread)

  const attempt = async (tenantId: string, tenant: Tenant, query: string, limit?: number): Promise<SearchResult> => {
    await prepare(tenantId, tenant)
    const reply = await runningThread().request({ type: 'search', tenantId, query, limit }, timeLimitMs)
    // A thread that lost its index was replaced in between: as good as lost.
    if (reply.type !== 'found') throw new SearchThreadLostError('it did not know the tenant')
    return reply.result
  }

  const forget = (tenantId: string) => {
    tenants.delete(tenantId)
    threads.current()?.drop(tenantId)
  }

  const leave = (tenant: Tenant) => {
    tenant.searches -= 1
    for (const surplus of surplusOf(tenants, setup.maxTenants ?? DEFAULT_MAX_TENANTS)) forget(surplus)
  }

  return {
    async search(tenantId, query, options = {}) {
      const tenant = touch(tenants, tenantId)
      tenant.searches += 1
      try {
        return await attempt(tenantId, tenant, query, options.limit).catch((error: unknown) => {
          if (stopped || !(error instanceof SearchThreadLostError)) throw error
          return attempt(tenantId, tenant, query, options.limit)
        })
      } catch (error) {
        throw inPlainWords(error)
      } finally {
        leave(tenant)
      }
    },
    invalidate(tenantId) {
      const tenant = tenants.get(tenantId)
      if (tenant) tenant.change += 1
    },
    async warm(tenantId) {
      const tenant = touch(tenants, tenantId)
      tenant.searches += 1
      try {
        await prepare(tenantId, tenant)
      } catch (error) {
        if (!stopped) log.warn({ err: error, tenantId }, 'knowledge could not be read before it was asked')
      } finally {
        leave(tenant)
      }
    },
    forget,
    async stop() {
      stopped = true
      tenants.clear()
      await threads.current()?.stop()
    },
  }
}

/** Makes sure that the thread holds a tenant's knowledge as it is. */
function preparing(
  setup: RetrievalOptions,
  runningThread: () => SearchThread,
): (tenantId: string, tenant: Tenant) => Promise<void> {
  const readInto = async (tenantId: string, tenant: Tenant): Promise<void> => {
    for (let read = 0; read < MAX_READS_IN_A_ROW; read++) {
      const change = tenant.change
      const entries = await setup.load(tenantId)
      const vectors = setup.vectorsOf?.(tenantId) ?? null
      const target = runningThread()
      await target.request(
        { type: 'load', tenantId, entries, vectors },
        BUILD_TIME_LIMITS * (setup.timeLimitMs ?? DEFAULT_TIME_LIMIT_MS),
      )
      tenant.thread = target
      tenant.indexed = change
      if (tenant.change === change) return
    }
  }

  /** Makes sure the thread holds the tenant's knowledge; one reading serves all who wait for it. */
  return async (tenantId, tenant) => {
    const held = tenant.thread === runningThread() && tenant.indexed >= 0
    if (held && tenant.indexed === tenant.change) return
    tenant.reading ??= readInto(tenantId, tenant).finally(() => {
      tenant.reading = null
    })
    try {
      await tenant.reading
    } catch (error) {
      // What was published before still answers; the next search tries to read again.
      if (!held || error instanceof SearchThreadLostError) throw error
      setup.log.warn({ err: error, tenantId }, 'knowledge could not be read again; its last known state is searched')
    }
  }
}

/** One search thread at a time; one that ended is replaced when it is needed. */
function threadsOf(log: RetrievalOptions['log'], workerUrl: URL) {
  let thread: SearchThread | null = null
  return {
    current: () => thread,
    running(): SearchThread {
      if (!thread?.isAlive()) thread = startSearchThread({ log, workerUrl })
      return thread
    },
  }
}

/** Those asked longest ago, as many as there are too many; who is being asked stays. */
function surplusOf(tenants: Map<string, Tenant>, max: number): string[] {
  const excess = Math.max(0, tenants.size - max)
  const idle = [...tenants].filter(([, tenant]) => tenant.searches === 0)
  return idle.slice(0, excess).map(([tenantId]) => tenantId)
}

/** The tenant's state, moved to the end: the front is asked longest ago. */
function touch(tenants: Map<string, Tenant>, tenantId: string): Tenant {
  const tenant = tenants.get(tenantId) ?? { change: 0, indexed: -1, thread: null, reading: null, searches: 0 }
  tenants.delete(tenantId)
  tenants.set(tenantId, tenant)
  return tenant
}

function inPlainWords(error: unknown): unknown {
  if (error instanceof SearchThreadLostError) {
    return unavailable(m.error_search_lost, error)
  }
  if (error instanceof SearchThreadTimeoutError) {
    return unavailable(text(m.error_search_late, { milliseconds: error.limitMs }), error)
  }
  return error
}

function unavailable(message: Text, cause?: unknown): AppError {
  return new AppError('unavailable', message, { retryAfterSeconds: 2, cause })
}
