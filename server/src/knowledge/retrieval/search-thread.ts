import { Worker } from 'node:worker_threads'
import type { Log } from '#server/platform/log.ts'
import type { FromWorker, Reply, Request, ToWorker } from './protocol.ts'

/** The search thread ended before it replied. The request may be repeated with a new thread. */
export class SearchThreadLostError extends Error {
  constructor(reason: string) {
    super(`the search thread ended: ${reason}`)
    this.name = 'ThreadLost'
  }
}

/** The search thread did not reply in time; it may still be busy. */
export class SearchThreadTimeoutError extends Error {
  readonly limitMs: number

  constructor(limitMs: number) {
    super(`the search thread did not answer within ${limitMs} ms`)
    this.name = 'ThreadLate'
    this.limitMs = limitMs
  }
}

export type SearchThread = {
  isAlive(): boolean
  /** Rejects with ThreadLost when the thread ends, with ThreadLate when it takes longer than `limitMs`. */
  request(request: Request, limitMs: number): Promise<Reply>
  drop(tenantId: string): void
  stop(): Promise<void>
}

/** Heap of the thread; the packed indexes are outside of it. Beyond this the thread ends instead of the server. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 }
/** A thread with open requests that replied to nothing for so many time limits is terminated. */
const STUCK_AFTER_LIMITS = 5

type PendingRequest = { resolve: (reply: Reply) => void; reject: (error: Error) => void; timer: NodeJS.Timeout }

/** Starts one search thread. It does not keep the process alive. */
function startSearchThread({ log, workerUrl }: { log: Pick<Log, 'error'>; workerUrl: URL }): SearchThread {
  const worker = new Worker(workerUrl, { name: 'retrieval', resourceLimits: RESOURCE_LIMITS })
  const pending = new Map<number, PendingRequest>()
  let nextId = 1
  let alive = true
  let stopping = false
  /** When the thread last replied, or got a request while it had none. */
  let lastReplyAt = performance.now()
  let openRequests = 0

  const end = (reason: string) => {
    if (!alive) return
    alive = false
    if (!stopping) log.error({ reason }, 'the search thread ended; the next search starts a new one')
    for (const { reject, timer } of pending.values()) {
      clearTimeout(timer)
      reject(new SearchThreadLostError(reason))
    }
    pending.clear()
  }
  const timeOut = (id: number, limitMs: number) => {
    pending.get(id)?.reject(new SearchThreadTimeoutError(limitMs))
    pending.delete(id)
    if (performance.now() - lastReplyAt < STUCK_AFTER_LIMITS * limitMs) return
    end('it was stuck')
    void worker.terminate()
  }
  worker.unref()
  worker.on('error', (error) => end(error instanceof Error ? error.message : String(error)))
  worker.on('exit', (code) => end(`exit code ${code}`))
  worker.on('message', (answer: FromWorker) => {
    if (answer.type === 'trouble')
      return log.error({ reason: answer.message }, 'an error in the search thread; search continues')
    lastReplyAt = performance.now()
    openRequests -= 1
    const requester = pending.get(answer.id)
    if (!requester) return
    pending.delete(answer.id)
    clearTimeout(requester.timer)
    if (answer.type === 'failed') requester.reject(new Error(`the search thread failed: ${answer.message}`))
    else requester.resolve(answer)
  })

  return {
    isAlive: () => alive,
    request(request, limitMs) {
      if (!alive) return Promise.reject(new SearchThreadLostError('it had ended already'))
      const { promise, resolve, reject } = Promise.withResolvers<Reply>()
      const id = nextId++
      pending.set(id, { resolve, reject, timer: setTimeout(timeOut, limitMs, id, limitMs) })
      if (openRequests === 0) lastReplyAt = performance.now()
      openRequests += 1
      worker.postMessage({ ...request, id } satisfies ToWorker)
      return promise
    },
    drop(tenantId) {
      if (alive) worker.postMessage({ type: 'drop', tenantId } satisfies ToWorker)
    },
    async stop() {
      stopping = true
      end('stopped')
      await worker.terminate()
    },
  }
}

/** The search thread of a process, which all its searches share: started by the first one, and a new one by the first after a crash. */
export type SearchThreads = {
  /** The latest thread; null before the first search. It may have ended. */
  current(): SearchThread | null
  running(): SearchThread
  stop(): Promise<void>
}

export function createSearchThreads({ log, workerUrl }: { log: Pick<Log, 'error'>; workerUrl?: URL }): SearchThreads {
  let thread: SearchThread | null = null
  return {
    current: () => thread,
    running() {
      if (!thread?.isAlive())
        thread = startSearchThread({ log, workerUrl: workerUrl ?? new URL('./search-worker.ts', import.meta.url) })
      return thread
    },
    stop: async () => thread?.stop(),
  }
}
