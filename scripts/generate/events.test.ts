import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { eventsDocument } from './events.ts'

it('docs/events.md equals the output of npm run docs for the declared events', () => {
  expect(readFileSync(join(import.meta.dirname, '../../docs/events.md'), 'utf8')).toBe(eventsDocument())
})
