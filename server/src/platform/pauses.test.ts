import { expect, it } from 'vitest'
import { createPauses } from './pauses.ts'

it('long work lets others go first every few milliseconds, and short work never', async () => {
  let ms = 0
  const pause = createPauses(() => ms)
  let turns = 0
  const other = setImmediate(function again() {
    turns += 1
    if (turns < 100) setImmediate(again)
  })
  for (let n = 0; n < 100; n += 1) await pause()
  expect(turns).toBe(0)
  for (let n = 0; n < 20; n += 1) {
    ms += 2.5
    await pause()
  }
  expect(turns).toBeGreaterThanOrEqual(9)
  clearImmediate(other)
  turns = 100
})
