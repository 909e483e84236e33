import type { TenantId, WebhookDeliveryId, WebhookId } from '#contracts/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { processState } from '#server/platform/process-state.ts'
import { reportError } from '#server/platform/system-errors/report-error.ts'
import { deliver } from './deliver.ts'

/** The name by which a transaction that stored deliveries wakes the processes that send. */
export const WAKE = 'webhooks'

/**
 * A process sends so many at once, of one business so many, and to one address so many: one that hangs holds up no other, whoever has how
 * many of them.
 */
const AT_ONCE = 64
const AT_ONCE_OF_BUSINESS = 16
const AT_ONCE_TO_ONE = 8
/** Longer than an attempt takes. What a killed process was sending is sent again after it. */
const CLAIM_MS = 30_000

export type Claimed = { tenantId: TenantId; webhookId: WebhookId; id: WebhookDeliveryId }

/** Sends the deliveries that are due, those of one ticket one after the other. */
const sender = processState(
  'webhook sender',
  (platform: Platform) => {
    const running = new Map<string, Claimed & { sending: Promise<void> }>()
    const abort = new AbortController()
    let isDue = false
    let isClaiming = false
    const begin = (claimed: Claimed): void => {
      const sending = deliver(platform, claimed, abort.signal)
        .catch((error: unknown) => {
          platform.log.warn({ err: error, deliveryId: claimed.id }, 'a webhook delivery failed; it is sent again')
          reportError(platform, { source: 'webhook.send', error })
        })
        .finally(() => {
          running.delete(keyOf(claimed))
          poll()
        })
      running.set(keyOf(claimed), { ...claimed, sending })
    }
    const claimWhileDue = async (): Promise<void> => {
      isClaiming = true
      try {
        while (isDue && !abort.signal.aborted && running.size < AT_ONCE) {
          isDue = false
          const free = AT_ONCE - running.size
          const claimed = await claim(platform, [...running.values()], free)
          for (const one of claimed) begin(one)
          isDue ||= claimed.length === free
        }
      } catch (error) {
        platform.log.warn({ err: error }, 'webhook deliveries could not be fetched; it is tried again')
      } finally {
        isClaiming = false
      }
    }
    const poll = (): void => {
      isDue = true
      if (!isClaiming && !abort.signal.aborted) void claimWhileDue()
    }
    const stop = async () => {
      abort.abort()
      await Promise.all([...running.values()].map(({ sending }) => sending))
    }
    return { poll, stop }
  },
  ({ stop }) => stop(),
)

/** Ids are unique within a business only: its programs choose those of webhooks. */
const keyOf = ({ tenantId, id }: Claimed): string => `${tenantId} ${id}`

type Row = { tenant_id: TenantId; webhook_id: WebhookId; delivery_id: WebhookDeliveryId }

/** What may be begun beside what is on its way. */
async function claim({ db, clock }: Platform, running: readonly Claimed[], limit: number): Promise<Claimed[]> {
  const now = clock.now()
  const until = new Date(now.getTime() + CLAIM_MS)
  const rows = await db.query<Row>('SELECT * FROM claim_webhook_deliveries($1, $2, $3, $4, $5, $6, $7)', [
    now,
    until,
    running.map(({ tenantId }) => tenantId),
    running.map(({ webhookId }) => webhookId),
    AT_ONCE_TO_ONE,
    AT_ONCE_OF_BUSINESS,
    limit,
  ])
  return rows.map(({ tenant_id, webhook_id, delivery_id }) => ({
    tenantId: tenant_id,
    webhookId: webhook_id,
    id: delivery_id,
  }))
}

/** Looks for deliveries that are due, in the processes that work on jobs. */
export function sendDue(platform: Platform): void {
  if (platform.config.role !== 'web') platform.state(sender).poll()
}

/** Sends what a transaction stored right after its commit. */
export const listenForDeliveries = (platform: Platform): void => platform.live.onWake(WAKE, () => sendDue(platform))
