import { randomUUID } from 'node:crypto'
import type { GiftTokenKind } from '#contracts/billing/gift-token.ts'
import type { GiftTokenId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import type { Tx } from '#server/platform/db/tenant.ts'
import { AppError, conflict, notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { newCode, normalizeCode } from './code.ts'
import {
  consumeUse,
  deleteActiveToken,
  deleteTokens,
  findActiveToken,
  insertFamilyTokens,
  insertTokens,
  isToken,
} from './queries.ts'
import type { GiftTokenRow, giftToken } from './schema.ts'

/** Tokens of a batch, and family codes. */
const BATCH_SIZE = 20

type NewToken = { kind: GiftTokenKind; description: string; maxUses?: number }

const newToken = (platform: Platform, { kind, description, maxUses = 1 }: NewToken): typeof giftToken.$inferInsert => ({
  id: randomUUID() as GiftTokenId,
  code: newCode(kind),
  kind,
  description,
  maxUses,
  createdAt: platform.clock.now(),
})

/** Numbered descriptions, so that each of a batch can be told apart. */
const newTokens = (platform: Platform, kind: GiftTokenKind, title: string) =>
  Array.from({ length: BATCH_SIZE }, (_, at) => newToken(platform, { kind, description: `${title} ${at + 1}` }))

/** Makes one gift token. */
export async function createGiftToken(platform: Platform, given: NewToken): Promise<GiftTokenRow> {
  const [row] = await insertTokens(platform, [newToken(platform, given)])
  if (!row) throw new Error('no gift token was inserted')
  return row
}

/** Makes 20 gift tokens. */
export const createGiftTokenBatch = (platform: Platform): Promise<GiftTokenRow[]> =>
  insertTokens(platform, newTokens(platform, 'batch', 'Gift token'))

/** Makes the 20 family codes, in a transaction of the caller. Throws conflict where there are some. */
export async function createFamilyGiftTokens(platform: Platform): Promise<GiftTokenRow[]> {
  const rows = await insertFamilyTokens(platform, newTokens(platform, 'family', 'Family gift'))
  if (rows.length === 0) throw conflict(m.error_family_tokens_exist, { reason: 'family_tokens_exist' })
  return rows
}

/** Deletes an active token. Throws conflict for a redeemed one, and not_found. */
export async function deleteGiftToken(platform: Platform, id: GiftTokenId): Promise<void> {
  const [deleted] = await deleteActiveToken(platform, id)
  if (deleted) return
  throw (await isToken(platform, id)) ? conflict(m.error_gift_token_redeemed) : notFound('gift token')
}

/** Deletes all tokens, redeemed ones too. Gives how many there were. */
export const deleteAllGiftTokens = (platform: Platform): Promise<number> => deleteTokens(platform)

const invalidToken = () => new AppError('not_found', m.error_gift_token_invalid, { reason: 'gift_token_invalid' })

/** The token of a code while it can be redeemed; null for an unknown or used one. */
export const findGiftToken = async (platform: Platform, code: string): Promise<GiftTokenRow | null> =>
  (await findActiveToken(platform, normalizeCode(code))) ?? null

/** The same, for the sign-up page. Throws not_found ("Invalid or expired gift token"). */
export async function getGiftToken(platform: Platform, code: string): Promise<GiftTokenRow> {
  const row = await findGiftToken(platform, code)
  if (!row) throw invalidToken()
  return row
}

/**
 * Redeems a token for the business of the transaction: it is used if, and only if, that commits. Throws not_found ("Invalid or expired
 * gift token") for a code that is unknown or used up, also when somebody else has just used it.
 */
export async function redeemGiftToken(t: Tx, given: { code: string; email: string }): Promise<GiftTokenRow> {
  const row = await consumeUse(t, normalizeCode(given.code), given.email)
  if (!row) throw invalidToken()
  return row
}
