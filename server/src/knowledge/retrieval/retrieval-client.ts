import * as m from '#i18n/messages.js'
import { AppError } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { type Text, text } from '#server/platform/text/message.ts'
import type { Encodable, Encoded, VectorStore } from './protocol.ts'
import {
  type SearchThread,
  SearchThreadLostError,
  type SearchThreads,
  SearchThreadTimeoutError,
} from './search-thread.ts'
import type { IndexEntry, SearchOptions, SearchResult } from './types.ts'

const DEFAULT_MAX_TENANTS = 100
const DEFAULT_TIME_LIMIT_MS = 2_000
/** Building an index of 5,000 FAQs with 5 phrasings each takes 2 s. */
const BUILD_TIME_LIMITS = 5
/** Knowledge that changes faster than it is loaded is searched in its last loaded state; the next search loads it again. */
const MAX_LOADS_PER_SEARCH = 3

export type RetrievalOptions = {
  /** Loads what a tenant has published. Runs on the main thread, once per tenant and change. */
  load: (tenantId: string) => Promise<IndexEntry[]>
  log: Pick<Log, 'warn'>
  threads: SearchThreads
  /** Where the vectors of a tenant's texts are cached; without it they are encoded again after every start. */
  vectorsOf?: (tenantId: string) => VectorStore
  /** Most indexes in memory, 100 by default; the least recently searched is evicted first. */
  maxTenants?: number
  /** Time limit of one search, 2,000 by default. Building an index may take five times as long. */
  timeLimitMs?: number
}

export type RetrievalClient = {
  /**
   * Searches a tenant's current knowledge.
   * @throws AppError `unavailable` after the time limit, after a second crash of the search thread, or once stopped; what `load`
   * throws if no index of the tenant is in memory
   */
  search(tenantId: string, query: string, options?: SearchOptions): Promise<SearchResult>
  /** Marks the index stale after a change of a tenant's published knowledge: the next search loads it again. */
  invalidate(tenantId: string): void
  /** Loads a tenant's knowledge before the first question, so that it need not wait. Never fails. */
  warm(tenantId: string): Promise<void>
  /** Vectors of English texts, null for those that have none as yet: never loads the encoder, and never fails. */
  encode(asked: Encodable): Promise<Encoded>
  /** Removes the index of a tenant from memory. */
  evict(tenantId: string): void
  /** Removes its indexes from the thread. Searches from then on are rejected. */
  stop(): void
}

/** The state of one tenant's index in the thread. */
type TenantState = {
  /** Number of changes of its knowledge. */
  change: number
  /** The change that its index contains; -1 without an index. */
  indexed: number
  /** The thread that holds the index: after a crash a new thread has none. */
  thread: SearchThread | null
  reading: Promise<void> | null
  /** Number of running searches: the index is not evicted while there are any. */
  searches: number
}

/** Starts a retrieval client; the search thread starts with the first search. */
export function startRetrieval(setup: RetrievalOptions): RetrievalClient {
  const { log, threads, timeLimitMs = DEFAULT_TIME_LIMIT_MS } = setup
  const tenants = new Map<string, TenantState>()
  let stopped = false
  const runningThread = (): SearchThread => {
    if (stopped) throw unavailable(m.error_search_stopped)
    return threads.running()
  }

  const ensureLoaded = createLoader(setup, runningThread)

  const attempt = async (
    tenantId: string,
    tenant: TenantState,
    query: string,
    options: SearchOptions,
  ): Promise<SearchResult> => {
    await ensureLoaded(tenantId, tenant)
    const reply = await runningThread().request({ type: 'search', tenantId, query, options }, timeLimitMs)
    // The thread was replaced in between and has no index of the tenant.
    if (reply.type !== 'found') throw new SearchThreadLostError('it did not know the tenant')
    return reply.result
  }

  const evict = (tenantId: string) => {
    tenants.delete(tenantId)
    threads.current()?.drop(tenantId)
  }

  const releaseTenant = (tenant: TenantState) => {
    tenant.searches -= 1
    for (const evicted of listEvictable(tenants, setup.maxTenants ?? DEFAULT_MAX_TENANTS)) evict(evicted)
  }

  return {
    async search(tenantId, query, options = {}) {
      const tenant = touchTenantState(tenants, tenantId)
      tenant.searches += 1
      try {
        return await attempt(tenantId, tenant, query, options).catch((error: unknown) => {
          if (stopped || !(error instanceof SearchThreadLostError)) throw error
          return attempt(tenantId, tenant, query, options)
        })
      } catch (error) {
        throw toAppError(error)
      } finally {
        releaseTenant(tenant)
      }
    },
    invalidate(tenantId) {
      const tenant = tenants.get(tenantId)
      if (tenant) tenant.change += 1
    },
    async warm(tenantId) {
      const tenant = touchTenantState(tenants, tenantId)
      tenant.searches += 1
      try {
        await ensureLoaded(tenantId, tenant)
      } catch (error) {
        if (!stopped) log.warn({ err: error, tenantId }, 'knowledge could not be loaded before the first question')
      } finally {
        releaseTenant(tenant)
      }
    },
    async encode(asked) {
      const nothing: Encoded = { question: null, texts: asked.texts.map(() => null) }
      const thread = threads.current()
      if (!thread?.isAlive()) return nothing
      const reply = await thread.request({ type: 'encode', ...asked }, timeLimitMs).catch(() => null)
      return reply?.type === 'encoded' ? reply : nothing
    },
    evict,
    stop() {
      stopped = true
      for (const tenantId of [...tenants.keys()]) evict(tenantId)
    },
  }
}

/** Returns a function that loads a tenant's current knowledge into the thread if it is not there. */
function createLoader(
  setup: RetrievalOptions,
  runningThread: () => SearchThread,
): (tenantId: string, tenant: TenantState) => Promise<void> {
  const loadInto = async (tenantId: string, tenant: TenantState): Promise<void> => {
    for (let read = 0; read < MAX_LOADS_PER_SEARCH; read++) {
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

  /** Concurrent searches wait for the same load. */
  return async (tenantId, tenant) => {
    const hasIndex = tenant.thread === runningThread() && tenant.indexed >= 0
    if (hasIndex && tenant.indexed === tenant.change) return
    tenant.reading ??= loadInto(tenantId, tenant).finally(() => {
      tenant.reading = null
    })
    try {
      await tenant.reading
    } catch (error) {
      // The stale index is searched; the next search tries to load again.
      if (!hasIndex || error instanceof SearchThreadLostError) throw error
      setup.log.warn({ err: error, tenantId }, 'knowledge could not be loaded again; its last loaded state is searched')
    }
  }
}

/** The least recently searched tenants above `max`, without those that are being searched. */
function listEvictable(tenants: Map<string, TenantState>, max: number): string[] {
  const excess = Math.max(0, tenants.size - max)
  const idle = [...tenants].filter(([, tenant]) => tenant.searches === 0)
  return idle.slice(0, excess).map(([tenantId]) => tenantId)
}

/** The tenant's state, moved to the end: the map is ordered by the last search. */
function touchTenantState(tenants: Map<string, TenantState>, tenantId: string): TenantState {
  const tenant = tenants.get(tenantId) ?? { change: 0, indexed: -1, thread: null, reading: null, searches: 0 }
  tenants.delete(tenantId)
  tenants.set(tenantId, tenant)
  return tenant
}

function toAppError(error: unknown): unknown {
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
