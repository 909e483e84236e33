import type { ConversationId } from '#contracts/ids.ts'
import { readStoredJson, storeValue } from '#web/portal/storage.ts'
import type { Outgoing } from './thread.ts'

/** What was written but not acknowledged survives a reload: it comes back as not sent, under the same ids. */

const key = (id: ConversationId) => `segue_unsent_${id}`

export function readUnsentMessages(id: ConversationId): Outgoing[] {
  const kept = readStoredJson<Outgoing[]>(key(id)) ?? []
  return kept.map((one) => ({ ...one, state: 'failed' as const }))
}

export function storeUnsentMessages(id: ConversationId, outgoing: Outgoing[]): void {
  storeValue(key(id), outgoing.length > 0 ? JSON.stringify(outgoing) : null)
}
