import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { ConfirmationCode } from './confirmation-code.ts'

const Declared = { tag: 'notification', access: 'member', rate: 'signin' } as const

const SupportEmailView = z.object({
  email: z.string(),
  /** Only then mails of tickets go there, and a customer's reply by mail. */
  isConfirmed: z.boolean(),
})

/** Mails six digits to the saved support address. The own proved address needs none, and is confirmed at once. */
export const sendSupportEmailCode = endpoint({
  ...Declared,
  method: 'POST',
  path: '/api/notifications/support-email',
  summary: 'Send a code to the support address of the business',
  reply: SupportEmailView,
})

export const confirmSupportEmail = endpoint({
  ...Declared,
  method: 'POST',
  path: '/api/notifications/support-email/confirmation',
  summary: 'Confirm the support address by its code',
  body: z.strictObject({ code: ConfirmationCode }),
  reply: SupportEmailView,
})
