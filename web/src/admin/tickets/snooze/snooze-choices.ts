import type { TicketAction } from '#contracts/ticket/ticket-action.ts'
import * as m from '#i18n/messages.js'
import { formatExact } from '#web/lib/format.ts'

export type SnoozeEnd = Extract<TicketAction, { type: 'snooze' }>['until']

/** What an action can snooze a ticket until, wherever actions are chosen. `wake` ends it. */
export const snoozeChoices = () => [
  { value: 'later_today', label: m.ticket_snooze_later() },
  { value: 'tomorrow', label: m.ticket_snooze_tomorrow() },
  { value: 'next_week', label: m.ticket_snooze_next_week() },
  { value: 'reply', label: m.ticket_snooze_reply() },
  { value: 'wake', label: m.macro_wake() },
]

/** The end that a choice stands for, and the other way round. */
export const snoozeEndOf = (choice: string): SnoozeEnd => (choice === 'wake' ? null : choice)
export const snoozeChoiceOf = (until: SnoozeEnd): string => until ?? 'wake'

/** "Snooze: Tomorrow"; a time of an import as it is. */
export function snoozeText(until: SnoozeEnd): string {
  const label = snoozeChoices().find(({ value }) => value === snoozeChoiceOf(until))?.label
  return m.macro_does_snooze({ until: label ?? formatExact(until ?? '') })
}
