/** The thread of the loud business: it begins a kind of load and ends it when it is told to. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Business } from './businesses.ts'
import type { LoudResult } from './loud-business.ts'
import { LOUD_KINDS } from './loud-kinds.ts'

const { url, business } = workerData as { url: string; business: Business }

let ending = new AbortController()
let running: Promise<LoudResult> | undefined

async function make(kind: string, round: number, signal: AbortSignal): Promise<LoudResult> {
  const result: LoudResult = { done: 0, refused: 0, reason: null }
  const count = (work: Promise<unknown>) =>
    work.then(
      () => {
        result.done += 1
      },
      (error: unknown) => {
        if (signal.aborted) return
        result.refused += 1
        result.reason ??= error instanceof Error ? error.message.slice(0, 160) : 'unknown'
      },
    )
  await LOUD_KINDS[kind]?.({ url, business, round, signal, count })
  return result
}

parentPort?.on('message', async (told: { begin: string; round: number } | 'end') => {
  if (told !== 'end') {
    ending = new AbortController()
    running = make(told.begin, told.round, ending.signal).catch((error: unknown) => ({
      done: 0,
      refused: 1,
      reason: error instanceof Error ? error.message.slice(0, 160) : 'unknown',
    }))
    return
  }
  ending.abort()
  parentPort?.postMessage(await running)
})
