import type { z } from 'zod'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { TicketId } from '#contracts/ids.ts'
import type { applyTicketActions } from '#contracts/ticket/ticket-action.ts'
import * as m from '#i18n/messages.js'
import { findSentMessage, sendToLocked } from '#server/conversation/service.ts'
import type { Language } from '#server/language/service.ts'
import type { Member } from '#server/platform/actor.ts'
import { createOnce } from '#server/platform/db/create-once.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { inLanguage } from '#server/platform/text/message.ts'
import { applyActions, refuseUnfilled } from './apply-actions.ts'
import { getLoadedTicket, lockTicket, viewTicket } from './load.ts'

type Given = z.output<typeof applyTicketActions.body>

/**
 * Carries out the actions of a macro, with its message where one is given: all in one transaction. The same message id again does nothing
 * further and gives the ticket as it is now.
 */
export const act = (
  tenant: Tenant,
  actor: Member,
  id: TicketId,
  { actions, message }: Given,
  language: Language,
): Promise<ReplyOf<typeof applyTicketActions>> => {
  if (message?.visibility === 'public') refuseUnfilled(message.body, 'body.message.body')
  return createOnce(tenant, {
    create: async (t) => {
      const before = await lockTicket(t, actor, id)
      const sent = message ? await sendToLocked(t, actor, before.conversation, message) : null
      // The message's handlers may have changed conversation and ticket.
      const current = sent ? await lockTicket(t, actor, id) : before
      const { loaded, skipped } = await applyActions(t, actor, current, actions)
      const reasons = skipped.map(({ action, reason }) => ({ action, reason: inLanguage(reason, language) }))
      return { ticket: viewTicket(actor, loaded), message: sent, skipped: reasons }
    },
    findSame: async (t) => {
      if (!message) return null
      const loaded = await getLoadedTicket(t, actor, id)
      const sent = await findSentMessage(t, actor, loaded.conversation, message)
      return sent && { ticket: viewTicket(actor, loaded), message: sent, skipped: [] }
    },
    conflict: () => conflict(m.error_message_id_taken),
  })
}
