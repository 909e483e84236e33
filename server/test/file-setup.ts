import { afterEach, beforeEach, expect, vi } from 'vitest'

/** What a test must not do in silence: write errors to the console, or leave a promise to fail by itself. */
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => {
    faults.push(words.map(String).join(' '))
  })
})

const faults: string[] = []

afterEach(() => {
  expect(faults.splice(0), 'console.error').toEqual([])
})
