import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { ConfirmationCode } from './confirmation-code.ts'
import { PreferencesView } from './preferences.ts'

/** A telephone number in the international form; spaces, points, hyphens and brackets are left out. */
export const Phone = z
  .string()
  .regex(/^\+[1-9](?:[\s().-]*\d){6,14}$/, 'error_enter_phone')
  .transform((text) => text.replace(/[\s().-]/g, ''))

const Declared = { tag: 'notification', access: 'member' } as const

/** Sends six digits to a number by text message. The number counts only after they were entered. */
export const sendPhoneCode = endpoint({
  ...Declared,
  method: 'POST',
  path: '/api/notifications/phone',
  summary: 'Send a code to a telephone number of the signed-in member',
  rate: 'signin',
  body: z.strictObject({ phone: Phone }),
  reply: z.object({ phone: z.string() }),
})

export const confirmPhone = endpoint({
  ...Declared,
  method: 'POST',
  path: '/api/notifications/phone/confirmation',
  summary: 'Confirm the telephone number by its code',
  rate: 'signin',
  body: z.strictObject({ code: ConfirmationCode }),
  reply: PreferencesView,
})

export const removePhone = endpoint({
  ...Declared,
  method: 'DELETE',
  path: '/api/notifications/phone',
  summary: 'Receive no text messages any more',
  rate: 'write',
  reply: PreferencesView,
})
