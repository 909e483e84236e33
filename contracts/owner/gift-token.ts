import { z } from 'zod'
import { GiftTokenKind, GiftTokenStatus } from '#contracts/billing/gift-token.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant, requiredLine } from '#contracts/fields.ts'
import { GiftTokenId } from '#contracts/ids.ts'
import { Cursor, Limit, pageOf } from '#contracts/page.ts'

export const GiftTokenView = z.object({
  id: GiftTokenId,
  code: z.string(),
  kind: GiftTokenKind,
  description: z.string(),
  status: GiftTokenStatus,
  maxUses: z.int(),
  currentUses: z.int(),
  createdAt: Instant,
  redeemedAt: Instant.nullable(),
  redeemedBy: z.string().nullable().describe('Email address of the account that redeemed it last'),
  link: z.string().describe('Leads to the sign-up with this token'),
})
export type GiftTokenView = z.output<typeof GiftTokenView>

/** All gift tokens, newest first. */
export const listGiftTokens = endpoint({
  method: 'GET',
  path: '/api/owner/gift-tokens',
  summary: 'Gift tokens',
  tag: 'owner',
  access: 'owner',
  rate: 'read',
  query: z.strictObject({ status: GiftTokenStatus.optional(), cursor: Cursor, limit: Limit }),
  reply: pageOf(GiftTokenView).extend({ counts: z.object({ active: z.int(), redeemed: z.int() }) }),
})

/** Makes one token. */
export const createGiftToken = endpoint({
  method: 'POST',
  path: '/api/owner/gift-tokens',
  summary: 'Generate a gift token',
  tag: 'owner',
  access: 'owner',
  rate: 'write',
  status: 201,
  body: z.strictObject({
    description: requiredLine(200, 'error_gift_token_description'),
    kind: GiftTokenKind.extract(['single', 'test']).default('single'),
    maxUses: z.int().min(1).max(1000).default(1),
  }),
  reply: GiftTokenView,
})

/** Makes 20 tokens at once. */
export const createGiftTokenBatch = endpoint({
  method: 'POST',
  path: '/api/owner/gift-tokens/batch',
  summary: 'Generate 20 gift tokens',
  tag: 'owner',
  access: 'owner',
  rate: 'write',
  status: 201,
  reply: z.object({ created: z.int() }),
})

/** Makes the 20 family codes. Answers conflict where they exist. */
export const createFamilyGiftTokens = endpoint({
  method: 'POST',
  path: '/api/owner/gift-tokens/family',
  summary: 'Initialise the 20 family codes',
  tag: 'owner',
  access: 'owner',
  rate: 'write',
  status: 201,
  reply: z.object({ created: z.int() }),
})

/** Deletes an active token; a redeemed one is a conflict. */
export const deleteGiftToken = endpoint({
  method: 'DELETE',
  path: '/api/owner/gift-tokens/:giftTokenId',
  summary: 'Delete a gift token',
  tag: 'owner',
  access: 'owner',
  rate: 'write',
  params: z.object({ giftTokenId: GiftTokenId }),
  reply: z.object({ deleted: z.literal(1) }),
})

/** Deletes every token, redeemed ones too. */
export const deleteAllGiftTokens = endpoint({
  method: 'DELETE',
  path: '/api/owner/gift-tokens',
  summary: 'Delete all gift tokens',
  tag: 'owner',
  access: 'owner',
  rate: 'write',
  reply: z.object({ deleted: z.int() }),
})
