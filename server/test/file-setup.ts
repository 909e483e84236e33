import './drizzle-modules.ts'
import { afterEach, beforeEach, expect, vi } from 'vitest'

/** Fails a test that writes to console.error. */
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...values: unknown[]) => {
    faults.push(values.map(String).join(' '))
  })
})

const faults: string[] = []

afterEach(() => {
  expect(faults.splice(0), 'console.error').toEqual([])
})
