/** The process of the loud business: it begins a kind of load and ends it on order. */
import type { Business } from './businesses.ts'
import type { LoudOrder, LoudResult } from './loud-business.ts'
import { LOUD_KINDS } from './loud-kinds.ts'

let given: { url: string; business: Business } | undefined
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
  if (!given) throw new Error('no business was given')
  await LOUD_KINDS[kind]?.({ ...given, round, signal, count })
  return result
}

process.on('message', async (order: LoudOrder) => {
  if (order === 'end') {
    ending.abort()
    process.send?.(await running)
  } else if ('start' in order) {
    given = order.start
  } else {
    ending = new AbortController()
    running = make(order.begin, order.round, ending.signal).catch((error: unknown) => ({
      done: 0,
      refused: 1,
      reason: error instanceof Error ? error.message.slice(0, 160) : 'unknown',
    }))
  }
})
