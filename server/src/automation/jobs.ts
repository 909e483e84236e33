import type { TenantId, TicketId } from '#contracts/ids.ts'
import { system } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { RecurringJob } from '#server/platform/jobs/job.ts'
import { runForEach } from '#server/platform/jobs/recurring-jobs.ts'
import { type Platform, tenantOf } from '#server/platform/platform.ts'
import { reportError } from '#server/platform/system-errors/report-error.ts'
import { lockTicket } from '#server/ticket/service.ts'
import { deleteEvent, lockEvent, postponeEvent } from './event-queue.ts'
import { runRules } from './rules/run.ts'
import { queueDueOn } from './rules/time-rules.ts'
import { checkDue, followEvent } from './sla/keep-standing.ts'

const BATCH = 200
/** Batches of one run, so that a business with very many events leaves time to the other recurring jobs. */
const MOST_BATCHES = 25

type DueEvent = { tenant_id: TenantId; event_id: string }

/** Works on what happened to tickets: their agreed times follow, rules run. */
export const workOnEvents: RecurringJob = {
  name: 'automation.workOnEvents',
  everySeconds: 1,
  run: async (platform) => {
    for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
      const due = await platform.db.query<DueEvent>('SELECT * FROM automation_events_due($1, $2)', [
        platform.clock.now(),
        BATCH,
      ])
      await runForEach(platform, due, (event) => workOnOne(platform, event))
      // What rules changed is due at once.
      if (due.length === 0) return
    }
  },
}

/** An event and its effects are one transaction. One that fails is tried again later, so that it holds up no other. */
async function workOnOne(platform: Platform, { tenant_id, event_id }: DueEvent): Promise<void> {
  const tenant = tenantOf(platform, tenant_id)
  try {
    await tenant.tx((t) => workOn(t, Number(event_id)))
  } catch (error) {
    platform.log.warn({ err: error, tenantId: tenant_id, eventId: event_id }, 'an event of the automation failed')
    reportError(platform, { source: 'automation.workOnEvents', error })
    await tenant.tx((t) => postponeEvent(t, Number(event_id)))
  }
}

async function workOn(t: Tx, id: number): Promise<void> {
  const event = await lockEvent(t, id)
  if (!event) return
  const loaded = await lockTicket(t, system, event.ticketId)
  if (!event.ruleId && event.triggers.length > 0) await followEvent(t, loaded.ticket, event)
  // What was merged is worked on in the ticket that it leads on to.
  if (loaded.ticket.mergedIntoId === null) await runRules(t, event, loaded)
  if (!event.ruleId) await queueDueOn(t, event.ticketId)
  await deleteEvent(t, id)
}

/** What rules did is kept so long. A rule acts once for one creation, resolution or last message: the longest such time is 90 days. */
const RUNS_KEPT_DAYS = 180
/** So many entries are deleted at once. */
const MOST_DELETED = 10_000

/** Deletes what the log of rules has of more than 180 days ago. */
export const deleteOldRuns: RecurringJob = {
  name: 'automation.deleteOldRuns',
  everySeconds: 3600,
  run: async (platform) => {
    const before = new Date(platform.clock.now().getTime() - RUNS_KEPT_DAYS * 86_400_000)
    await platform.db.query('SELECT delete_old_rule_runs($1, $2)', [before, MOST_DELETED])
  },
}

/** Reports agreed times that end soon or have passed. */
export const checkSla: RecurringJob = {
  name: 'automation.checkSla',
  everySeconds: 15,
  run: async (platform) => {
    type Due = { tenant_id: TenantId; ticket_id: TicketId }
    const due = await platform.db.query<Due>('SELECT * FROM sla_checks_due($1, $2)', [platform.clock.now(), BATCH])
    await runForEach(platform, due, ({ tenant_id, ticket_id }) =>
      tenantOf(platform, tenant_id).tx((t) => checkDue(t, ticket_id)),
    )
  },
}
