import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant, SeenVersion } from '#contracts/fields.ts'

export const WidgetSecretView = z.object({
  /** Which secret it is, counted from 1; 0: there is none. */
  generation: z.number().int(),
  createdAt: Instant.nullable(),
  /** Until when tokens signed with the secret before are accepted too. */
  previousUntil: Instant.nullable(),
})
export type WidgetSecretView = z.output<typeof WidgetSecretView>

const Secret = { path: '/api/settings/widget-secret', tag: 'settings', access: 'member' } as const

/** When the secret was created; the secret itself is never read again. */
export const getWidgetSecret = endpoint({
  ...Secret,
  method: 'GET',
  summary: 'The state of the widget secret',
  rate: 'read',
  reply: WidgetSecretView,
})

/**
 * Makes the secret with which the business's server signs who its customers are, and shows it this once. The one before is valid for a day.
 * Conflict where somebody made one since.
 */
export const createWidgetSecret = endpoint({
  ...Secret,
  method: 'POST',
  summary: 'Make a new widget secret',
  rate: 'write',
  body: z.strictObject({ generation: SeenVersion.describe('The generation that was shown') }),
  reply: WidgetSecretView.extend({ secret: z.string() }),
})
