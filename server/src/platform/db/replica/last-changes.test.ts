import { expect, it } from 'vitest'
import type { TenantId } from '#contracts/ids.ts'
import type { Live } from '#server/platform/live/hub.ts'
import { followChanges } from './heard.ts'

const tenants = { one: 'one' as TenantId, other: 'other' as TenantId }

it('the time of the last change is that of a business, and of all from the start and after a gap in the events', async () => {
  const told: { change(tenantId: TenantId): void; revoke: Parameters<Live['onRevoked']>[0] } = {
    change: () => undefined,
    revoke: () => undefined,
  }
  const start = performance.now()
  const heard = followChanges(
    {
      onDeskEvent: (run) => {
        told.change = (tenantId) => run(tenantId, { type: 'resync' })
      },
      onRevoked: (run) => {
        told.revoke = run
      },
    },
    60_000,
  )
  const began = heard.at(null)
  expect(began).toBeGreaterThanOrEqual(start)
  expect(heard.at(tenants.one)).toBe(began)
  const later = () => new Promise((resolve) => setTimeout(resolve, 2))
  await later()
  told.change(tenants.one)
  const changed = heard.at(tenants.one)
  expect(changed).toBeGreaterThan(began)
  expect([heard.at(tenants.other), heard.at(null)]).toEqual([began, began])
  await later()
  told.revoke({ tenantId: tenants.one })
  expect(heard.at(tenants.one)).toBeGreaterThan(changed)
  await later()
  told.revoke('everybody')
  expect(heard.at(null)).toBeGreaterThan(changed)
  expect(new Set([heard.at(tenants.one), heard.at(tenants.other)])).toEqual(new Set([heard.at(null)]))
})
