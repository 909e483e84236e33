import type { ChatContext } from '#contracts/conversation/conversation.ts'
import type { FormPriority } from '#contracts/ticket/guest-ticket.ts'
import type { TicketStatus } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import type { Tone } from '#web/kit/surface.tsx'

const contexts: Record<ChatContext, () => string> = {
  general: m.chat_context_general,
  technical: m.chat_context_technical,
  billing: m.chat_context_billing,
  issue: m.chat_context_issue,
}

/** Label of a chat's topic: Technical Support, Billing Help, Report Issue, General Support. */
export const contextLabel = (context: ChatContext): string => contexts[context]()

const statuses: Record<TicketStatus, { label: () => string; tone: Tone }> = {
  open: { label: m.common_status_open, tone: 'open' },
  'in-progress': { label: m.common_status_in_progress, tone: 'progress' },
  waiting: { label: m.common_status_waiting, tone: 'waiting' },
  resolved: { label: m.common_status_resolved, tone: 'resolved' },
  closed: { label: m.common_status_closed, tone: 'closed' },
}

/** Label and colour of a status; an unknown value shows as Closed. */
export function statusShown(status: string): { label: string; tone: Tone } {
  const known = Object.hasOwn(statuses, status) ? statuses[status as TicketStatus] : statuses.closed
  return { label: known.label(), tone: known.tone }
}

/** Priorities of the form: normal is stored as medium, critical as urgent. */
export const priorityOptions = (): { value: FormPriority; label: string }[] => [
  { value: 'low', label: m.portal_ticket_priority_low() },
  { value: 'normal', label: m.portal_ticket_priority_normal() },
  { value: 'high', label: m.portal_ticket_priority_high() },
  { value: 'critical', label: m.portal_ticket_priority_critical() },
]

/** Priorities of the form of a customer who is signed in. */
export const customerPriorityOptions = (): { value: FormPriority; label: string }[] => [
  { value: 'low', label: m.portal_ticket_priority_low() },
  { value: 'medium', label: m.common_priority_medium() },
  { value: 'high', label: m.portal_ticket_priority_high() },
]

const formLabels: Record<string, FormPriority> = { medium: 'normal', urgent: 'critical' }

/** The form's priority for a stored one. */
export const formPriority = (priority: string): FormPriority =>
  formLabels[priority] ?? priorityOptions().find(({ value }) => value === priority)?.value ?? 'normal'

/** Label of a priority as the forms name it: Low, Normal, Medium, High, Critical. */
export function priorityLabel(priority: string): string {
  const word = priority.toLowerCase()
  const known = [...customerPriorityOptions(), ...priorityOptions()]
  return known.find(({ value }) => value === word || value === formPriority(word))?.label ?? priority
}

/** `#1042`: a ticket as people name it, on the desk, in mails and here. */
export const ticketReference = (number: number): string => `#${number}`
