import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { line } from '#contracts/fields.ts'
import { TicketFieldId } from '#contracts/ids.ts'
import { PortalParams } from '#contracts/tenant/portal.ts'
import { submitTicket } from './guest-ticket.ts'

const { name, email, subject, description } = submitTicket.body.shape

const Form = { path: '/api/portal/:slug/form', tag: 'portal', params: PortalParams, answer: 'file' } as const

/** The ticket form as a page that needs no script. Begins or resumes the guest session, whose cookie the form is sent with. */
export const getPlainForm = endpoint({
  ...Form,
  method: 'GET',
  summary: 'The ticket form as a page without a script',
  access: 'public',
  rate: 'guestStart',
  reply: z.undefined(),
})

/** What that page sends, as browsers send forms. Answers with a page; the same `key` again is the same ticket. */
export const sendPlainForm = endpoint({
  ...Form,
  method: 'POST',
  summary: 'Submit a ticket from the page without a script',
  access: 'guest',
  rate: 'guestTicket',
  takesForm: true,
  body: z.strictObject({
    /** Made with the page: the form that is sent twice is one ticket. */
    key: z.uuid(),
    name,
    email,
    subject,
    description,
    /** As typed, by the field's id. */
    customFields: z.record(TicketFieldId, line(5000)).default({}),
  }),
  reply: z.undefined(),
})
