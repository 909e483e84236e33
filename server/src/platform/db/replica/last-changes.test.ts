import { expect, it } from 'vitest'
import type { TenantId } from '#contracts/ids.ts'
import type { Live } from '#server/platform/live/hub.ts'
import { followChanges } from './last-changes.ts'

const tenants = { one: 'one' as TenantId, other: 'other' as TenantId }

it('the time of the last change is that of a business, and of all from the start and after a gap in the events', async () => {
  const events: { change(tenantId: TenantId): void; revoke: Parameters<Live['onRevoked']>[0] } = {
    change: () => undefined,
    revoke: () => undefined,
  }
  const start = performance.now()
  const lastChanges = followChanges(
    {
      onDeskEvent: (run) => {
        events.change = (tenantId) => run(tenantId, { type: 'resync' })
      },
      onRevoked: (run) => {
        events.revoke = run
      },
    },
    60_000,
  )
  const began = lastChanges.at(null)
  expect(began).toBeGreaterThanOrEqual(start)
  expect(lastChanges.at(tenants.one)).toBe(began)
  const later = () => new Promise((resolve) => setTimeout(resolve, 2))
  await later()
  events.change(tenants.one)
  const changed = lastChanges.at(tenants.one)
  expect(changed).toBeGreaterThan(began)
  expect([lastChanges.at(tenants.other), lastChanges.at(null)]).toEqual([began, began])
  await later()
  events.revoke({ tenantId: tenants.one })
  expect(lastChanges.at(tenants.one)).toBeGreaterThan(changed)
  await later()
  events.revoke('everybody')
  expect(lastChanges.at(null)).toBeGreaterThan(changed)
  expect(new Set([lastChanges.at(tenants.one), lastChanges.at(tenants.other)])).toEqual(new Set([lastChanges.at(null)]))
})
