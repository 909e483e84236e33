import type { FieldValue } from '#contracts/custom-field.ts'
import type { PortalAccount } from '#contracts/customer/guest-session.ts'
import { EMAIL_ADDRESS } from '#contracts/email-address.ts'
import type { TicketId } from '#contracts/ids.ts'
import type { FormPriority } from '#contracts/ticket/guest-ticket.ts'
import * as m from '#i18n/messages.js'
import { CallError, isTransient } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'

export type OwnFieldValues = Record<string, FieldValue | null>

/** Values of the guest's ticket form. */
export type TicketDraft = {
  name: string
  email: string
  subject: string
  priority: FormPriority
  description: string
  /** That of a topic; without it the ticket has the category of all forms. */
  category?: string
  /** Of the business's own fields, by the field's id. */
  customFields?: OwnFieldValues
}
export const EMPTY_DRAFT: TicketDraft = { name: '', email: '', subject: '', priority: 'normal', description: '' }
export type DraftErrors = Partial<Record<keyof TicketDraft | `customFields.${string}`, string>>

/** The draft of a customer who is signed in, whose form asks for one of three priorities. */
export const customersDraft = (draft: TicketDraft, { name, email }: PortalAccount): TicketDraft => ({
  ...draft,
  name: name || email,
  email,
  priority: draft.priority === 'normal' ? 'medium' : draft.priority === 'critical' ? 'high' : draft.priority,
})

/** Errors by field; empty when the form is valid. The server validates again. */
export function checkDraft(draft: TicketDraft): DraftErrors {
  const errors: DraftErrors = {}
  if (!draft.name.trim()) errors.name = m.portal_ticket_name_missing()
  if (!draft.email.trim()) errors.email = m.portal_ticket_email_missing()
  else if (!EMAIL_ADDRESS.test(draft.email.trim())) errors.email = m.portal_ticket_email_wrong()
  if (!draft.subject.trim()) errors.subject = m.portal_ticket_subject_missing()
  if (!draft.description.trim()) errors.description = m.portal_ticket_description_missing()
  return errors
}

/** Error text of a failed submission, by its cause; of the form of who is signed in, or of a guest's. */
export function ticketFailure(error: unknown, isSignedIn: boolean): string {
  const code = error instanceof CallError ? error.code : 'unknown'
  return isSignedIn
    ? m.portal_my_ticket_failed({ cause: customersCauseOf(code, error) })
    : m.portal_ticket_failed({ cause: causeOf(code, error) })
}

function customersCauseOf(code: string, error: unknown): string {
  switch (code) {
    case 'forbidden':
      return m.portal_my_ticket_failed_permission()
    case 'offline':
      return m.portal_my_ticket_failed_network()
    case 'disk_full':
    case 'invalid_input':
    case 'rate_limited':
      return causeOf(code, error)
    default:
      return m.portal_my_ticket_failed_other()
  }
}

function causeOf(code: string, error: unknown): string {
  switch (code) {
    case 'disk_full':
      return failureText(error)
    case 'forbidden':
      return m.portal_ticket_failed_permission()
    case 'unauthenticated':
      return m.portal_ticket_failed_session()
    case 'offline':
      return m.portal_ticket_failed_network()
    case 'unavailable':
      return m.portal_ticket_failed_unavailable()
    case 'rate_limited':
      return m.portal_ticket_failed_rate()
    case 'invalid_input':
      return m.portal_ticket_failed_input()
    default:
      return m.portal_ticket_failed_other({ code })
  }
}

/** Whether the ticket may have been stored although the reply was lost: it is then read by its id. */
export function mayBeStored(error: unknown): boolean {
  return (
    isTransient(error) || (error instanceof CallError && ['conflict', 'bad_answer', 'internal'].includes(error.code))
  )
}

/** A form that was begun, with the id its ticket will have: sent again after a reload, it is still one ticket. */
type BegunTicket = { id: TicketId; draft: TicketDraft }

const begunKey = (slug: string) => `segue_ticket_${slug}`

/** What was typed into the form in this tab and not sent; null where nothing was, or the browser keeps nothing. */
export function readBegun(slug: string): BegunTicket | null {
  try {
    const text = sessionStorage.getItem(begunKey(slug))
    return text ? (JSON.parse(text) as BegunTicket) : null
  } catch {
    return null
  }
}

/** Keeps what is typed until the tab is closed; null forgets it. */
export function keepBegun(slug: string, begun: BegunTicket | null): void {
  try {
    if (begun) sessionStorage.setItem(begunKey(slug), JSON.stringify(begun))
    else sessionStorage.removeItem(begunKey(slug))
  } catch {
    // Full or forbidden: the input is lost with the page.
  }
}
