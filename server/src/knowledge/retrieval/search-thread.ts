import { Worker } from 'node:worker_threads'
import type { Log } from '#server/platform/log.ts'
import type { FromWorker, Reply, Request, ToWorker } from './protocol.ts'

/** The search thread ended before it answered. The same may be asked of a new one. */
export class SearchThreadLostError extends Error {
  constructor(reason: string) {
    super(`the search thread ended: ${reason}`)
    this.name = 'ThreadLost'
  }
}

/** The search thread did not answer in time; it may still be busy. */
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

/** Heap of the thread; the packed indexes lie outside of it. Beyond this the thread ends instead of the server. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 }
/** A thread that has been asked and said nothing for so many limits is stuck, not busy. */
const STUCK_AFTER_LIMITS = 5

type Waiting = { resolve: (reply: Reply) => void; reject: (error: Error) => void; timer: NodeJS.Timeout }

/** Starts one search thread. It does not keep the process alive. */
export function startSearchThread({ log, workerUrl }: { log: Pick<Log, 'error'>; workerUrl: URL }): SearchThread {
  const worker = new Worker(workerUrl, { name: 'retrieval', resourceLimits: RESOURCE_LIMITS })
  const waiting = new Map<number, Waiting>()
  let nextId = 1
  let alive = true
  let stopping = false
  /** When the thread last spoke, or was asked after having had nothing to do. */
  let lastSignAt = performance.now()
  let unanswered = 0

  const end = (reason: string) => {
    if (!alive) return
    alive = false
    if (!stopping) log.error({ reason }, 'the search thread ended; the next search starts a new one')
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer)
      reject(new SearchThreadLostError(reason))
    }
    waiting.clear()
  }
  const giveUp = (id: number, limitMs: number) => {
    waiting.get(id)?.reject(new SearchThreadTimeoutError(limitMs))
    waiting.delete(id)
    if (performance.now() - lastSignAt < STUCK_AFTER_LIMITS * limitMs) return
    end('it was stuck')
    void worker.terminate()
  }
  worker.unref()
  worker.on('error', (error) => end(error instanceof Error ? error.message : String(error)))
  worker.on('exit', (code) => end(`exit code ${code}`))
  worker.on('message', (answer: FromWorker) => {
    if (answer.type === 'trouble') return log.error({ reason: answer.message }, 'trouble in the search thread')
    lastSignAt = performance.now()
    unanswered -= 1
    const asker = waiting.get(answer.id)
    if (!asker) return
    waiting.delete(answer.id)
    clearTimeout(asker.timer)
    if (answer.type === 'failed') asker.reject(new Error(`the search thread failed: ${answer.message}`))
    else asker.resolve(answer)
  })

  return {
    isAlive: () => alive,
    request(request, limitMs) {
      if (!alive) return Promise.reject(new SearchThreadLostError('it had ended already'))
      const { promise, resolve, reject } = Promise.withResolvers<Reply>()
      const id = nextId++
      waiting.set(id, { resolve, reject, timer: setTimeout(giveUp, limitMs, id, limitMs) })
      if (unanswered === 0) lastSignAt = performance.now()
      unanswered += 1
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
