import type { MessageId } from '#contracts/ids.ts'
import { findMessage } from '#server/conversation/service.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { insertTranslation } from './queries.ts'

/** Stores a translation of a message into German. */
export const makeTranslation = (tenant: Tenant, messageId: MessageId): Promise<boolean> =>
  tenant.tx(async (t) => {
    const original = (await findMessage(t, messageId))?.body ?? ''
    return insertTranslation(t, { messageId, original, language: 'de', body: 'proof' })
  })
