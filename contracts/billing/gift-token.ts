import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { line } from '#contracts/fields.ts'

/** How a gift token was made; its code shows it: SG-LIFE-…, SG-GIFT-…, SG-FAMILY-…, SG-TEST-…. */
export const GiftTokenKind = z.enum(['single', 'batch', 'family', 'test'])
export type GiftTokenKind = z.output<typeof GiftTokenKind>

/** `active` until the last of its uses, then `redeemed`. */
export const GiftTokenStatus = z.enum(['active', 'redeemed'])
export type GiftTokenStatus = z.output<typeof GiftTokenStatus>

/**
 * Whether a gift token can still be redeemed, for the sign-up page. Answers not_found ("Invalid or expired gift token") for a code that
 * is unknown or used. In a body, so that no log of addresses holds a code.
 */
export const checkGiftToken = endpoint({
  method: 'POST',
  path: '/api/gift-tokens/check',
  summary: 'Whether a gift token can be redeemed',
  tag: 'billing',
  access: 'public',
  rate: 'signin',
  body: z.strictObject({ code: line(100).min(1, 'error_gift_token_invalid') }),
  reply: z.object({ planId: z.literal('lifetime') }),
})
