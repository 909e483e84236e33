import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { MessageId, TicketId } from '#contracts/ids.ts'
import type { applyMacro as contract } from '#contracts/ticket/macro.ts'
import * as m from '#i18n/messages.js'
import { findMessage, findSentMessage, sendToLocked } from '#server/conversation/service.ts'
import type { Language } from '#server/language/service.ts'
import type { Member } from '#server/platform/actor.ts'
import { createOnce } from '#server/platform/db/create-once.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { inLanguage, text } from '#server/platform/text/message.ts'
import { recordActivity } from '#server/tenant/service.ts'
import { applyActions, refuseUnfilled } from '#server/ticket/apply-actions.ts'
import { getLoadedTicket, lockTicket, refuseMerged, viewTicket } from '#server/ticket/load.ts'
import { findMacroRow } from './queries.ts'

type Given = z.output<typeof contract.body>

/**
 * Carries out the actions of a macro, with its message where one is given: all in one transaction. The same id again writes nothing a second
 * time, neither the message nor a note, and gives the ticket as it is now; without both it changes what is not so yet.
 */
export const applyMacro = (
  tenant: Tenant,
  actor: Member,
  id: TicketId,
  { macroId, ...message }: Given,
  language: Language,
): Promise<ReplyOf<typeof contract>> => {
  if (message.visibility === 'public') refuseUnfilled(message.body, 'body.body')
  const hasMessage = message.body !== '' || message.fileIds.length > 0
  const noteId = (place: number) => derivedId(message.id, place)
  return createOnce(tenant, {
    create: async (t) => {
      const [before, macro] = await Promise.all([lockTicket(t, actor, id), findMacroRow(t, macroId, actor.userId)])
      if (!macro) throw notFound('macro')
      await refuseMerged(t, before.ticket)
      const sent = hasMessage ? await sendToLocked(t, actor, before.conversation, message) : null
      // The message's handlers may have changed conversation and ticket.
      const current = sent ? await lockTicket(t, actor, id) : before
      const { id: ticketId, subject: ticketSubject } = current.ticket
      const action = text(m.activity_macro_applied, { name: macro.name })
      await recordActivity(t, actor, { action, type: 'macro', ticketId, ticketSubject })
      const { loaded, skipped } = await applyActions(t, actor, current, macro.actions, noteId)
      const reasons = skipped.map(({ action, reason }) => ({ action, reason: inLanguage(reason, language) }))
      return { ticket: viewTicket(actor, loaded), message: sent, skipped: reasons }
    },
    findSame: async (t) => {
      const loaded = await getLoadedTicket(t, actor, id)
      const same = { ticket: viewTicket(actor, loaded), message: null, skipped: [] }
      if (!hasMessage) {
        const note = await findMessage(t, noteId(0))
        return note?.conversationId === loaded.conversation.id && note.authorId === actor.userId ? same : null
      }
      const sent = await findSentMessage(t, actor, loaded.conversation, message)
      return sent && { ...same, message: sent }
    },
    conflict: () => conflict(m.error_message_id_taken),
  })
}

/** The id of a note that a request writes, the same for the same request. */
function derivedId(id: MessageId, place: number): MessageId {
  const hex = createHash('sha256').update(`${id} note ${place}`).digest('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5') as MessageId
}
