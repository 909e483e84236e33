import type { ConversationId } from '#contracts/ids.ts'
import { readStoredJson, storeValue } from '#web/portal/storage.ts'
import type { Outgoing } from './thread.ts'

/** Messages that were not acknowledged, stored for a reload, with the same ids: refused ones stay so, the others are sent. */

const key = (id: ConversationId) => `segue_unsent_${id}`

export function readUnsentMessages(id: ConversationId): Outgoing[] {
  const stored = readStoredJson<Outgoing[]>(key(id)) ?? []
  return stored.map((one) => ({ ...one, state: one.state === 'failed' ? one.state : 'waiting', wait: null }))
}

export function storeUnsentMessages(id: ConversationId, outgoing: Outgoing[]): void {
  storeValue(key(id), outgoing.length > 0 ? JSON.stringify(outgoing) : null)
}
