import { z } from 'zod'
import { TenantId, type TicketId } from '#contracts/ids.ts'
import { system } from '#server/platform/actor.ts'
import { job } from '#server/platform/jobs/job.ts'
import { tenantOf } from '#server/platform/platform.ts'
import { lockTicket } from '#server/ticket/service.ts'
import { followEvent } from './keep-standing.ts'

const PAGE = 200

/** Calculates the due times of all unfinished tickets anew, after the agreed times or the business hours changed. */
export const recalculateSla = job({
  name: 'automation.recalculateSla',
  payload: z.object({ tenantId: TenantId }),
  keyOf: ({ tenantId }) => tenantId,
  isQueuedWhileRunning: true,
  timeoutSeconds: 600,
  concurrency: 1,
  run: async (platform, { tenantId }) => {
    const tenant = tenantOf(platform, tenantId)
    let after: TicketId | null = null
    do {
      const ids: TicketId[] = await tenant.read(async (t) => {
        const rows = await t.sql<{ id: TicketId }>(
          `SELECT s.ticket_id AS id FROM ticket_sla s JOIN ticket t ON t.tenant_id = $1 AND t.id = s.ticket_id
           WHERE s.tenant_id = $1 AND t.status IN ('open', 'in-progress', 'waiting') AND ($2::uuid IS NULL OR s.ticket_id > $2)
           ORDER BY s.ticket_id LIMIT ${PAGE}`,
          [tenantId, after],
        )
        return rows.map(({ id }) => id)
      })
      for (const id of ids) {
        await tenant.tx(async (t) => {
          const { ticket } = await lockTicket(t, system, id)
          const { status, priority } = ticket
          await followEvent(t, ticket, { triggers: [], status, priority, at: t.now })
        })
      }
      after = ids.length === PAGE ? (ids.at(-1) ?? null) : null
    } while (after)
  },
})
