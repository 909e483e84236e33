import type { RuleTrigger } from '#contracts/automation/trigger.ts'
import { type EventHandler, onEvent } from '#server/platform/event.ts'
import { settingsChanged } from '#server/tenant/events.ts'
import {
  customerReplied,
  memberReplied,
  type TicketChangedFacts,
  ticketChanged,
  ticketCreated,
  ticketSlaBreached,
  ticketSlaWarned,
} from '#server/ticket/events.ts'
import { recordEvent } from './record-event.ts'
import { recalculateSla } from './sla/recalculate.ts'

/** Other business hours are other due times. */
const DECIDE_HOURS = new Set(['timezone', 'businessHours', 'holidays'])

/** What happens to tickets is stored for the rules and the agreed times; `jobs.ts` works on it. */
export const automationReactions: EventHandler[] = [
  onEvent(ticketCreated, async (t, { ticket }) => recordEvent(t, ticket, ['created'])),
  onEvent(ticketChanged, async (t, facts) => {
    const triggers = triggersOf(facts)
    if (triggers.length > 0 || hasOtherConditions(facts)) recordEvent(t, facts.after, triggers)
  }),
  onEvent(customerReplied, async (t, { ticket }) => recordEvent(t, ticket, ['customer_replied'])),
  onEvent(memberReplied, async (t, { ticket }) => recordEvent(t, ticket, ['member_replied'])),
  onEvent(ticketSlaWarned, async (t, { ticket }) => recordEvent(t, ticket, ['sla_warned'])),
  onEvent(ticketSlaBreached, async (t, { ticket }) => recordEvent(t, ticket, ['sla_breached'])),
  onEvent(settingsChanged, async (t, { fields = [] }) => {
    if (fields.some((field) => DECIDE_HOURS.has(field))) await t.enqueue(recalculateSla, { tenantId: t.tenantId })
  }),
]

/** Fields that conditions compare and that are no trigger: rules over time may meet the ticket from now on. */
const COMPARED = ['category', 'subject', 'customerName', 'customerEmail', 'mergedIntoId'] as const

const hasOtherConditions = ({ before, after }: TicketChangedFacts): boolean =>
  COMPARED.some((field) => before[field] !== after[field])

function triggersOf({ before, after }: TicketChangedFacts): RuleTrigger[] {
  const changed: [RuleTrigger, boolean][] = [
    ['status_changed', before.status !== after.status],
    ['priority_changed', before.priority !== after.priority],
    ['assigned', before.assigneeId !== after.assigneeId || before.teamId !== after.teamId],
    ['tags_changed', before.tags.join('\n') !== after.tags.join('\n')],
    ['rated', before.rating !== after.rating],
  ]
  return changed.flatMap(([trigger, isSo]) => (isSo ? [trigger] : []))
}
