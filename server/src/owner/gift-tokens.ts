import type { GiftTokenKind } from '#contracts/billing/gift-token.ts'
import type { GiftTokenId } from '#contracts/ids.ts'
import * as billing from '#server/billing/service.ts'
import { requireFreshSignIn } from '#server/identity/service.ts'
import type { OwnerCall } from './act.ts'
import { recordAct } from './act.ts'

/** Makes a gift token. */
export async function createGiftToken(
  call: OwnerCall,
  given: { kind: GiftTokenKind; description: string; maxUses: number },
) {
  await recordAct(call, { action: 'gift_token_created', detail: given })
  return billing.createGiftToken(call.platform, given)
}

/** Makes 20 gift tokens. Gives how many there are. */
export async function createGiftTokenBatch(call: OwnerCall): Promise<number> {
  await recordAct(call, { action: 'gift_token_batch_created' })
  return (await billing.createGiftTokenBatch(call.platform)).length
}

/** Makes the 20 family codes. Throws conflict where they exist. */
export async function createFamilyGiftTokens(call: OwnerCall): Promise<number> {
  await recordAct(call, { action: 'family_gift_tokens_created' })
  return (await billing.createFamilyGiftTokens(call.platform)).length
}

/** Deletes an active token. */
export async function deleteGiftToken(call: OwnerCall, id: GiftTokenId): Promise<void> {
  await recordAct(call, { action: 'gift_token_deleted', detail: { giftTokenId: id } })
  await billing.deleteGiftToken(call.platform, id)
}

/** Deletes all tokens. Gives how many there were. */
export async function deleteAllGiftTokens(call: OwnerCall): Promise<number> {
  await requireFreshSignIn(call.platform, call.request)
  await recordAct(call, { action: 'all_gift_tokens_deleted' })
  return billing.deleteAllGiftTokens(call.platform)
}
