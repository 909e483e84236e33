import type { TenantId, TicketId } from '#contracts/ids.ts'
import { system } from '#server/platform/actor.ts'
import type { RecurringJob } from '#server/platform/jobs/job.ts'
import { runForEach } from '#server/platform/jobs/recurring-jobs.ts'
import { tenantOf } from '#server/platform/platform.ts'
import { readTenant } from '#server/tenant/service.ts'
import { changeStatus } from './apply-change.ts'
import { lockTicket } from './load.ts'
import { wakeDue } from './snooze/snooze.ts'
import { escalateUnassigned } from './unassigned-escalation.ts'

const BATCH = 200

/** Closes the tickets that have been resolved for as many days as their business set. */
export const closeResolved: RecurringJob = {
  name: 'ticket.closeResolved',
  everySeconds: 300,
  run: async (platform) => {
    type Due = { tenant_id: TenantId; ticket_id: TicketId }
    const due = await platform.db.query<Due>('SELECT * FROM tickets_to_close($1, $2)', [platform.clock.now(), BATCH])
    await runForEach(platform, due, ({ tenant_id, ticket_id }) =>
      tenantOf(platform, tenant_id).tx(async (t) => {
        const [loaded, { support }] = await Promise.all([lockTicket(t, system, ticket_id), readTenant(t)])
        const { status, resolvedAt } = loaded.ticket
        const before = new Date(t.now.getTime() - support.closeResolvedAfterDays * 86_400_000)
        // A reply or a change of the setting may have come since the query.
        if (status === 'resolved' && resolvedAt && resolvedAt < before) await changeStatus(t, system, loaded, 'closed')
      }),
    )
  },
}

/** Escalates the tickets that were not assigned in time. */
export const escalateUnassignedTickets: RecurringJob = {
  name: 'ticket.escalateUnassigned',
  everySeconds: 30,
  run: async (platform) => {
    type Due = { tenant_id: TenantId; ticket_id: TicketId }
    const due = await platform.db.query<Due>('SELECT * FROM tickets_to_escalate($1, $2)', [platform.clock.now(), BATCH])
    await runForEach(platform, due, ({ tenant_id, ticket_id }) =>
      tenantOf(platform, tenant_id).tx(async (t) =>
        escalateUnassigned(t, (await lockTicket(t, system, ticket_id)).ticket),
      ),
    )
  },
}

/** Ends the snoozes whose time has come. */
export const wakeSnoozed: RecurringJob = {
  name: 'ticket.wakeSnoozed',
  everySeconds: 15,
  run: async (platform) => {
    type Due = { tenant_id: TenantId; ticket_id: TicketId }
    const due = await platform.db.query<Due>('SELECT * FROM tickets_to_wake($1, $2)', [platform.clock.now(), BATCH])
    await runForEach(platform, due, ({ tenant_id, ticket_id }) =>
      tenantOf(platform, tenant_id).tx(async (t) => wakeDue(t, await lockTicket(t, system, ticket_id))),
    )
  },
}
