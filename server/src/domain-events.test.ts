import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { domainEvents } from './domain-events.ts'

it('every events.ts of a domain is in the registry of domain events', () => {
  const files = globSync('**/events.ts', { cwd: import.meta.dirname }).sort()
  const registry = readFileSync(new URL('./domain-events.ts', import.meta.url), 'utf8')
  expect(files.length).toBeGreaterThan(4)
  expect(files.filter((file) => !registry.includes(`'./${file}'`))).toEqual([])
})

it('domain events have distinct wire names like ticket.created and a version', () => {
  const names = domainEvents.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => !/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/.test(name))).toEqual([])
  expect(domainEvents.filter(({ version }) => !Number.isInteger(version) || version < 1)).toEqual([])
})
