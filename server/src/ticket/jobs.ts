import type { TenantId, TicketId } from '#contracts/ids.ts'
import { system } from '#server/platform/actor.ts'
import type { RecurringJob } from '#server/platform/jobs/job.ts'
import { forEachFound } from '#server/platform/jobs/recurring-jobs.ts'
import { tenantOf } from '#server/platform/platform.ts'
import { getTicketRow, moveTo } from './service.ts'
import { escalateUnassigned } from './unassigned-escalation.ts'

/** R1: a resolved ticket closes by itself after this many days without another word. */
export const CLOSE_AFTER_DAYS = 7
const BATCH = 200

/** Closes what has been resolved long enough. */
export const closeResolved: RecurringJob = {
  name: 'ticket.closeResolved',
  everySeconds: 300,
  run: async (platform) => {
    const before = new Date(platform.clock.now().getTime() - CLOSE_AFTER_DAYS * 86_400_000)
    type Due = { tenant_id: TenantId; ticket_id: TicketId }
    const due = await platform.db.query<Due>('SELECT * FROM tickets_to_close($1, $2)', [before, BATCH])
    await forEachFound(platform, due, ({ tenant_id, ticket_id }) =>
      tenantOf(platform, tenant_id).tx(async (t) => {
        const row = await getTicketRow(t, system, ticket_id, 'forUpdate')
        // A reply may have come since the look-up.
        if (row.status === 'resolved' && row.resolvedAt && row.resolvedAt < before)
          await moveTo(t, system, row, 'closed')
      }),
    )
  },
}

/** Calls more people for tickets that nobody took in time. */
export const escalateUnassignedTickets: RecurringJob = {
  name: 'ticket.escalateUnassigned',
  everySeconds: 30,
  run: async (platform) => {
    type Due = { tenant_id: TenantId; ticket_id: TicketId }
    const due = await platform.db.query<Due>('SELECT * FROM tickets_to_escalate($1, $2)', [platform.clock.now(), BATCH])
    await forEachFound(platform, due, ({ tenant_id, ticket_id }) =>
      tenantOf(platform, tenant_id).tx(async (t) =>
        escalateUnassigned(t, await getTicketRow(t, system, ticket_id, 'forUpdate')),
      ),
    )
  },
}
