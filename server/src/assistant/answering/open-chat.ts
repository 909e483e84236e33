import type { z } from 'zod'
import type { startConversation } from '#contracts/conversation/guest-conversation.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { PreChat } from '#contracts/tenant/widget-settings.ts'
import * as m from '#i18n/messages.js'
import {
  appendMessage,
  findSameConversation,
  newId,
  openConversation,
  readThread,
} from '#server/conversation/service.ts'
import { findGuest, refuseBlocked, upsertClaimedCustomer } from '#server/customer/service.ts'
import { warmKnowledge } from '#server/knowledge/service.ts'
import type { Language } from '#server/language/service.ts'
import { beginVisit } from '#server/memory/service.ts'
import type { Guest } from '#server/platform/actor.ts'
import { createOnce } from '#server/platform/db/create-once.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, forbidden, invalid } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { preChatOf, readTenant } from '#server/tenant/service.ts'
import { composeGreeting } from './greeting.ts'

type NewChat = z.output<typeof startConversation.body>

/**
 * Opens a chat with a greeting, where the business has it: by the customer's time of day, or for a returning customer. `accepted`: the
 * browser's languages.
 */
export async function openChat(
  tenant: Tenant,
  actor: Guest,
  given: NewChat,
  accepted: readonly Language[],
): Promise<ReplyOf<typeof startConversation>> {
  refuseBlocked(actor)
  // Loads the knowledge index while the customer types the first question; where another process answers, it would only take memory.
  if (tenant.platform.config.role !== 'web') void warmKnowledge(tenant)
  const language = accepted[0] ?? 'en'
  const { guestId, customer } = actor
  const chat = { id: given.id, channel: 'chat', context: given.context, language, state: 'ai', guestId } as const
  const fresh = { ...chat, customerId: customer?.id ?? null }
  return createOnce(tenant, {
    create: async (t) => {
      const business = await readTenant(t)
      await claimContact(t, actor, preChatOf(business), given.contact)
      const opened = openConversation(t, fresh)
      const memory = await beginVisit(t, { kind: 'guest', id: guestId }, given.timezone ?? null)
      if (!business.support.autoResponse) return readThread(t, actor, opened, null)
      const body = await composeGreeting(t, business, memory, { timezone: given.timezone, language })
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

/**
 * Links the guest to the customer with the given e-mail, where the business asks who writes. Throws forbidden (reason `contact_required`) for
 * a guest who was not asked now and gave none before, and invalid_input for a required field that is empty.
 */
async function claimContact(
  t: Tx,
  { guestId, customer }: Guest,
  asked: PreChat | null,
  contact: NewChat['contact'],
): Promise<void> {
  // Who is signed in, or was named by the business's server, is known better than by what is typed.
  if (!asked || customer) return
  if (!contact) {
    if ((await findGuest(t, guestId))?.customerId) return
    throw forbidden(m.error_contact_required, { reason: 'contact_required' })
  }
  const missing = {
    ...(asked.name === 'required' && !contact.name ? { 'body.contact.name': m.error_enter_your_name } : {}),
    ...(asked.email === 'required' && !contact.email ? { 'body.contact.email': m.error_enter_email } : {}),
  }
  if (Object.keys(missing).length > 0) throw invalid(missing)
  if (contact.email) await upsertClaimedCustomer(t, guestId, { ...contact, at: t.now })
}
