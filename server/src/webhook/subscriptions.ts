import type { TenantId } from '#contracts/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { processState } from '#server/platform/process-state.ts'

type Row = { tenant_id: TenantId; events: string[] }

/**
 * Which events which businesses have webhooks for, so that an event of a business without one costs nothing. It only saves work: where it is not
 * known, the database decides. Every node hears with the commit that a business changed its webhooks, and reads anew.
 */
export const subscriptions = processState('webhook subscriptions', (platform: Platform) => {
  let known: ReadonlyMap<TenantId, ReadonlySet<string>> | null = null
  let changes = 0
  let isReading = false
  const read = async (): Promise<void> => {
    const before = changes
    const rows = await platform.db.query<Row>('SELECT * FROM webhook_subscriptions()')
    if (before === changes) known = new Map(rows.map(({ tenant_id, events }) => [tenant_id, new Set(events)]))
  }
  const readOnce = async (): Promise<void> => {
    isReading = true
    try {
      await read()
    } catch (error) {
      platform.log.warn({ err: error }, 'the webhooks could not be read; the next event reads them again')
    } finally {
      isReading = false
    }
  }
  const forget = (): void => {
    changes += 1
    known = null
  }
  platform.live.onDeskEvent((_, event) => {
    if (event.type === 'desk.changed' && event.part === 'api') forget()
  })
  // After a gap in the events everything may have changed.
  platform.live.onRevoked((revoked) => {
    if (revoked === 'everybody') forget()
  })
  return {
    forget,
    isWanted: (tenantId: TenantId, event: string): boolean => {
      if (known) {
        const events = known.get(tenantId)
        return events !== undefined && (events.has(event) || events.has('*'))
      }
      if (!isReading) void readOnce()
      return true
    },
  }
})
