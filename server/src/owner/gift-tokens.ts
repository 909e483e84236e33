import type { GiftTokenKind } from '#contracts/billing/gift-token.ts'
import type { GiftTokenId } from '#contracts/ids.ts'
import * as billing from '#server/billing/service.ts'
import { requireFreshSignIn } from '#server/identity/service.ts'
import { type OwnerCall, recordedAct } from './act.ts'

/** Makes a gift token. */
export async function createGiftToken(
  call: OwnerCall,
  given: { kind: GiftTokenKind; description: string; maxUses: number },
) {
  return recordedAct(call, { action: 'gift_token_created', detail: given }, (platform) =>
    billing.createGiftToken(platform, given),
  )
}

/** Makes 20 gift tokens. Gives how many there are. */
export async function createGiftTokenBatch(call: OwnerCall): Promise<number> {
  return (await recordedAct(call, { action: 'gift_token_batch_created' }, billing.createGiftTokenBatch)).length
}

/** Makes the 20 family codes. Throws conflict where they exist. */
export async function createFamilyGiftTokens(call: OwnerCall): Promise<number> {
  return (await recordedAct(call, { action: 'family_gift_tokens_created' }, billing.createFamilyGiftTokens)).length
}

/** Deletes an active token. */
export async function deleteGiftToken(call: OwnerCall, id: GiftTokenId): Promise<void> {
  await recordedAct(call, { action: 'gift_token_deleted', detail: { giftTokenId: id } }, (platform) =>
    billing.deleteGiftToken(platform, id),
  )
}

/** Deletes all tokens. Gives how many there were. */
export async function deleteAllGiftTokens(call: OwnerCall): Promise<number> {
  await requireFreshSignIn(call.platform, call.request)
  return recordedAct(call, { action: 'all_gift_tokens_deleted' }, billing.deleteAllGiftTokens)
}
