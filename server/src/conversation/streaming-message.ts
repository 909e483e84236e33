import type { ConversationId, MessageId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { notFound } from '#server/platform/errors.ts'
import { messageCompleted } from './events.ts'
import { publishMessage } from './live-events.ts'
import { presentMessage } from './present.ts'
import { previewOf } from './preview.ts'
import { advanceConversation, type InternalChange, listStreaming, updateMessage } from './queries.ts'
import type { ConversationRow, MessageRow } from './schema.ts'

/** Saves the text of a streaming answer so far, without an event: the screens received it as deltas. */
export const saveStreamedText = (t: Tx, id: MessageId, body: string) => updateMessage(t, id, { body })

/** Completes a streamed answer with its text, sources and state; the only function that emits `message.completed`. */
export async function finishMessage(
  t: Tx,
  conversationId: ConversationId,
  id: MessageId,
  final: Pick<MessageRow, 'body' | 'state' | 'sources' | 'suggestions' | 'confidence' | 'origin'>,
  change: InternalChange,
): Promise<ConversationRow> {
  const row = await advanceConversation(t, conversationId, { ...change, preview: previewOf(final.body) })
  const message = row && (await updateMessage(t, id, { ...final, changedSeq: row.seq }))
  if (!row || !message) throw notFound('conversation')
  publishMessage(t, row, 'message.changed', presentMessage(message))
  await t.emit(messageCompleted, { conversation: row, message })
  return row
}

/** Marks streaming answers as interrupted whose worker ended or gave up. */
export async function interruptStreamingMessages(t: Tx, conversationId: ConversationId): Promise<void> {
  for (const { id, body, sources, suggestions, confidence, origin } of await listStreaming(t, conversationId)) {
    const final = { body, state: 'interrupted', sources, suggestions, confidence, origin } as const
    await finishMessage(t, conversationId, id, final, {})
  }
}
