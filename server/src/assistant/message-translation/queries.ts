import { and, eq, inArray } from 'drizzle-orm'
import type { MessageId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import { messageTranslation } from '#server/assistant/schema.ts'
import { message } from '#server/conversation/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

/** The stored translations of messages into a language. */
export async function findTranslations(
  t: Tx,
  messageIds: MessageId[],
  language: Language,
): Promise<Map<MessageId, string>> {
  if (messageIds.length === 0) return new Map()
  const rows = await t.db
    .select({ messageId: messageTranslation.messageId, body: messageTranslation.body })
    .from(messageTranslation)
    .where(
      and(
        eq(messageTranslation.tenantId, t.tenantId),
        inArray(messageTranslation.messageId, messageIds),
        eq(messageTranslation.language, language),
      ),
    )
  return new Map(rows.map((row) => [row.messageId, row.body]))
}

/**
 * Stores a translation of `original`. False where the message has another text by now or is gone: under its lock, so that what an erasure
 * removes is not stored again. The first translation of a message stays.
 */
export async function insertTranslation(
  t: Tx,
  { messageId, original, language, body }: { messageId: MessageId; original: string; language: Language; body: string },
): Promise<boolean> {
  const [same] = await t.db
    .select({ id: message.id })
    .from(message)
    .where(and(eq(message.tenantId, t.tenantId), eq(message.id, messageId), eq(message.body, original)))
    .for('share')
  if (!same) return false
  await t.db
    .insert(messageTranslation)
    .values({ tenantId: t.tenantId, messageId, language, body, createdAt: t.now })
    .onConflictDoNothing()
  return true
}
