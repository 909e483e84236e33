import { type Transferable, Worker } from 'node:worker_threads'

/** Heap of the thread. Memory outside the heap is limited by `memoryLimitBytes`. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 }
const MEMORY_CHECK_MS = 200

/** A thread needed more time or memory than it may, and was ended. */
export class ThreadLimitError extends Error {
  readonly reason: 'slow' | 'too_large'

  constructor(reason: 'slow' | 'too_large', cause?: unknown) {
    super(`the thread was ended: ${reason}`, { cause })
    this.name = 'ThreadLimitError'
    this.reason = reason
  }
}

type Given<Posted, Result> = {
  workerUrl: URL
  name: string
  /** What the thread begins with. */
  message: unknown
  /** Buffers of the message that it takes over: they are not usable afterwards. */
  transfer?: Transferable[]
  timeLimitMs: number
  /** Growth of the process's memory while it works. */
  memoryLimitBytes: number
  /** Reads a message of the thread: its result, undefined while it goes on. May throw. */
  receive: (posted: Posted) => Result | undefined
}

/**
 * Does a piece of work in a worker thread of its own, which ends with it, so that hostile input cannot stop the server.
 * @throws ThreadLimitError
 */
export async function runInThread<Posted, Result>(given: Given<Posted, Result>): Promise<Result> {
  // No environment variable of the process reaches the thread.
  const worker = new Worker(given.workerUrl, { name: given.name, resourceLimits: RESOURCE_LIMITS, env: {} })
  worker.unref()
  const watchdog = startWatchdog(given)
  try {
    const answer = awaitResult(worker, given.name, given.receive)
    worker.postMessage(given.message, given.transfer)
    return await Promise.race([answer, watchdog.exceeded])
  } finally {
    watchdog.stop()
    await worker.terminate()
  }
}

function awaitResult<Posted, Result>(
  worker: Worker,
  name: string,
  receive: (posted: Posted) => Result | undefined,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  worker.on('message', (posted: Posted) => {
    try {
      const result = receive(posted)
      if (result !== undefined) resolve(result)
    } catch (error) {
      reject(error)
    }
  })
  worker.on('error', (error) => {
    const isOutOfMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    reject(isOutOfMemory ? new ThreadLimitError('too_large', error) : error)
  })
  worker.on('exit', (code) => reject(new Error(`the ${name} thread ended with ${code}`)))
  // After a time-out of the watchdog this promise is not awaited.
  promise.catch(() => undefined)
  return promise
}

/** Rejects when the work takes too long or too much memory. */
function startWatchdog({ timeLimitMs, memoryLimitBytes }: { timeLimitMs: number; memoryLimitBytes: number }) {
  const { promise: exceeded, reject } = Promise.withResolvers<never>()
  const before = process.memoryUsage.rss()
  const timer = setTimeout(() => reject(new ThreadLimitError('slow')), timeLimitMs)
  const memoryCheck = setInterval(() => {
    if (process.memoryUsage.rss() - before > memoryLimitBytes) reject(new ThreadLimitError('too_large'))
  }, MEMORY_CHECK_MS)
  // After an answer this promise is not awaited.
  exceeded.catch(() => undefined)
  return {
    exceeded,
    stop: () => {
      clearTimeout(timer)
      clearInterval(memoryCheck)
    },
  }
}
