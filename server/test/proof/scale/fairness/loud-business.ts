import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Business } from './businesses.ts'

/** What became of what the loud business asked for, with the first reason of a refusal. */
export type LoudResult = { done: number; refused: number; reason: string | null }

export type LoudBusiness = {
  begin(kind: string, round: number): void
  end(): Promise<LoudResult>
  stop(): Promise<unknown>
}

/** A thread of its own, so that its work is not measured as waiting of the others. */
export function startLoudBusiness(url: string, business: Business): LoudBusiness {
  const thread = new Worker(new URL('./loud-thread.ts', import.meta.url), { workerData: { url, business } })
  return {
    begin: (begin, round) => thread.postMessage({ begin, round }),
    end: async () => {
      thread.postMessage('end')
      const [result] = await once(thread, 'message')
      return result as LoudResult
    },
    stop: () => thread.terminate(),
  }
}
