import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CallError, type CallErrorCode } from '#web/lib/call.ts'
import { saveWithRetries } from './save-with-retries.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** When each attempt of a save that fails so often began, in milliseconds from the first, and what came of it. */
async function attempts(failures: number, code: CallErrorCode) {
  const begun = Date.now()
  const at: number[] = []
  const saved = saveWithRetries(async () => {
    at.push(Date.now() - begun)
    if (at.length <= failures) throw new CallError(code, 'No.')
    return 'saved'
  }).catch((error: unknown) => (error as CallError).code)
  await vi.runAllTimersAsync()
  return { at, result: await saved }
}

it('[Y1] a save while the service is unavailable is tried twice more, a second apart', async () => {
  expect(await attempts(2, 'unavailable')).toEqual({ at: [0, 1000, 2000], result: 'saved' })
  expect(await attempts(3, 'offline')).toEqual({ at: [0, 1000, 2000], result: 'offline' })
})

it('[Y1] a save that is refused is not tried again', async () => {
  expect(await attempts(1, 'conflict')).toEqual({ at: [0], result: 'conflict' })
})
