import type { z } from 'zod'
import type { startConversation } from '#contracts/conversation/guest-conversation.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import * as m from '#i18n/messages.js'
import {
  appendMessage,
  findSameConversation,
  newId,
  openConversation,
  readThread,
} from '#server/conversation/service.ts'
import { warmKnowledge } from '#server/knowledge/service.ts'
import type { Language } from '#server/language/service.ts'
import { beginVisit } from '#server/memory/service.ts'
import type { Guest } from '#server/platform/actor.ts'
import { createOnce } from '#server/platform/db/create-once.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { composeGreeting } from './greeting.ts'

type NewChat = z.output<typeof startConversation.body>

/** Opens a chat with a greeting: by the customer's time of day, or for a returning customer. `accepted`: the browser's languages. */
export async function openChat(
  tenant: Tenant,
  actor: Guest,
  given: NewChat,
  accepted: readonly Language[],
): Promise<ReplyOf<typeof startConversation>> {
  // Loads the knowledge index while the customer types the first question; where another process answers, it would only take memory.
  if (tenant.platform.config.role !== 'web') void warmKnowledge(tenant)
  const language = accepted[0] ?? 'en'
  const { guestId } = actor
  const fresh = { id: given.id, channel: 'chat', context: given.context, language, state: 'ai', guestId } as const
  return createOnce(tenant, {
    create: async (t) => {
      await openConversation(t, fresh)
      const memory = await beginVisit(t, { kind: 'guest', id: guestId }, given.timezone ?? null)
      const body = await composeGreeting(t, memory, { timezone: given.timezone, language })
      const { row } = await appendMessage(t, given.id, { id: newId(), author: 'assistant', kind: 'greeting', body })
      return readThread(t, actor, row, null)
    },
    findSame: async (t) => {
      const row = await findSameConversation(t, fresh)
      return row && readThread(t, actor, row, null)
    },
    conflict: () => conflict(m.error_conversation_id_taken),
  })
}
