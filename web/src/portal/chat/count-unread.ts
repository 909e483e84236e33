import type { Thread } from './thread.ts'

/** How many messages of the other side the customer has not seen. */
export function countUnread({ conversation, messages }: Thread): number {
  const seen = conversation?.seenByCustomerSeq ?? 0
  return messages.filter(({ author, seq }) => author !== 'customer' && author !== 'system' && seq > seen).length
}
