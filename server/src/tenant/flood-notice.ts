import type { FloodKind } from '#contracts/tenant/flood.ts'
import * as m from '#i18n/messages.js'
import { system } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { processState } from '#server/platform/process-state.ts'
import type { Text } from '#server/platform/text/message.ts'
import { recordActivity } from './activity.ts'
import { floodHeldBack } from './events.ts'
import { claimFloodNotice } from './queries.ts'

const HOUR_MS = 3_600_000
/** This process asks the database at most so often for a business, however many requests are refused. */
const ASK_MS = 60_000

const ACTIONS: Record<FloodKind, Text> = {
  tickets: m.activity_flood_tickets,
  writes: m.activity_flood_writes,
  uploads: m.activity_flood_uploads,
  storage: m.activity_flood_storage,
  share: m.activity_flood_share,
}

/** When this process last asked, by business. */
const askedAt = processState('flood notices', () => new Map<string, number>())

/**
 * Notifies the team that requests of guests are held back: an activity entry, a live event for the open desks, and by
 * `flood.held_back` a mail to owner and admins. Once an hour for a business, over all processes. Never throws, a failure is logged:
 * the request that is refused does not wait for it.
 */
export async function reportFlood(tenant: Tenant, what: FloodKind): Promise<void> {
  const { platform } = tenant
  const asked = platform.state(askedAt)
  const now = platform.clock.now().getTime()
  const last = asked.get(tenant.id) ?? Number.NEGATIVE_INFINITY
  if (last <= now && now - last < ASK_MS) return
  asked.set(tenant.id, now)
  await notice(tenant, what).catch((error: unknown) => {
    platform.log.warn({ err: error, tenantId: tenant.id, what }, 'the team could not be notified of a flood')
  })
}

const notice = (tenant: Tenant, what: FloodKind): Promise<void> =>
  tenant.tx(async (t) => {
    if (!(await claimFloodNotice(t, new Date(t.now.getTime() - HOUR_MS)))) return
    tenant.platform.log.warn({ tenantId: t.tenantId, what }, 'requests of guests are held back')
    await recordActivity(t, system, { action: ACTIONS[what], type: 'flood_held_back' })
    t.publish({ type: 'flood.held_back', what }, { desk: true, conversation: null })
    await t.emit(floodHeldBack, { what })
  })
