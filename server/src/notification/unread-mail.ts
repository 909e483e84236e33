import { z } from 'zod'
import { MessageId, TenantId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { type MessageFacts, messageAppended, messageCompleted } from '#server/conversation/events.ts'
import type { MessageRow } from '#server/conversation/schema.ts'
import { findMessage, getConversation, listNewestSince } from '#server/conversation/service.ts'
import type { Language } from '#server/language/service.ts'
import { system } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type EventHandler, onEvent } from '#server/platform/event.ts'
import { job } from '#server/platform/jobs/job.ts'
import { type Platform, tenantOf } from '#server/platform/platform.ts'
import type { TicketRow } from '#server/ticket/schema.ts'
import { confirmationToken, getTicketRow } from '#server/ticket/service.ts'
import { mailTextOf } from './channels/email/templates.ts'
import { isByPerson, MAILS_PER_HOUR_VERIFIED, mailLimitOf } from './mail-limit.ts'
import type { Recipient } from './notifications.ts'
import { writeMail } from './outbox.ts'
import { findMailIds } from './queries.ts'
import { type Business, readBusiness, requesterOf } from './recipients.ts'

/** An answer in a chat that its customer has not read for so long goes to their e-mail address. */
export const UNREAD_MINUTES = 5

/** The newest unread messages that one mail has at most. */
const MAX_MESSAGES = 50

/** A customer with a confirmed address reads a chat's answers in it; only what stays unread is mailed. */
export const readsInChat = (ticket: TicketRow, business: Business): boolean =>
  business.requester?.channel === 'chat' && hasConfirmedAddress(requesterOf(ticket, business))

const hasConfirmedAddress = (to: Recipient): to is Recipient & { email: string } =>
  to.kind === 'customer' && to.isVerified && to.email !== null

/** Mails an answer after a while, unless it is read until then. */
export const mailLaterUnlessRead = (t: Tx, message: MessageRow): Promise<void> =>
  t.enqueue(
    mailUnread,
    { tenantId: t.tenantId, messageId: message.id },
    { startAfter: new Date(t.now.getTime() + UNREAD_MINUTES * 60_000) },
  )

/** The assistant answers in a chat that people gave back to it: the customer may have left meanwhile, as for an answer of theirs. */
const mailLaterIfOfAssistant = async (
  t: Tx,
  { conversation, message }: Pick<MessageFacts, 'conversation' | 'message'>,
) => {
  const isAnswer = message.author === 'assistant' && message.kind === 'text' && message.state === 'complete'
  if (isAnswer && conversation.channel === 'chat' && conversation.ticketId) await mailLaterUnlessRead(t, message)
}

export const unreadMailReactions: EventHandler[] = [
  onEvent(messageAppended, mailLaterIfOfAssistant),
  onEvent(messageCompleted, mailLaterIfOfAssistant),
]

type Payload = { tenantId: TenantId; messageId: MessageId }

/**
 * One mail with all answers of a chat that its customer has not read, if the given one is among them. A mail has the id of the newest
 * message in it, so that none is mailed twice, whoever runs the job how often.
 */
export const mailUnread = job<Payload>({
  name: 'notification.mailUnread',
  payload: z.object({ tenantId: TenantId, messageId: MessageId }),
  attempts: 5,
  retryDelaySeconds: 30,
  run: (platform, { tenantId, messageId }) => tenantOf(platform, tenantId).tx((t) => mailIn(t, platform, messageId)),
})

async function mailIn(t: Tx, platform: Platform, messageId: MessageId): Promise<void> {
  const message = await findMessage(t, messageId)
  if (!message) return
  // Under the lock, so that of two processes the second one finds the mail of the first.
  const conversation = await getConversation(t, system, message.conversationId, 'forUpdate')
  if (!conversation.ticketId) return
  const unread = await listNewestSince(t, conversation.id, conversation.seenByCustomerSeq, MAX_MESSAGES)
  const mailed = await findMailIds(
    t,
    unread.map(({ id }) => id),
  )
  // Whoever writes has read what was written before.
  const since = unread.findLastIndex(({ id, author }) => author === 'customer' || mailed.has(id)) + 1
  const waiting = unread.slice(since).filter(isAnswer)
  const newest = waiting.at(-1)
  if (!newest || !waiting.some(({ id }) => id === messageId)) return
  const [ticket, business] = await Promise.all([
    getTicketRow(t, system, conversation.ticketId),
    readBusiness(t, { conversationId: conversation.id }),
  ])
  const to = requesterOf(ticket, business)
  if (!hasConfirmedAddress(to)) return
  const { tenant } = business
  const { baseUrl, config } = platform
  const facts = {
    ticket,
    message: joined(waiting, newest, to.language),
    confirmationToken: confirmationToken(platform, ticket, t.now),
    opensChat: true,
  }
  const notification = { kind: 'ticket_reply', facts, tenant, baseUrl, baseDomain: config.baseDomain } as const
  const text = mailTextOf(notification, to)
  // With what a person wrote it is never held back.
  const limit = mailLimitOf(to.email, waiting.some(isByPerson) ? null : MAILS_PER_HOUR_VERIFIED)
  await writeMail(t, { ...text, ...limit, id: newest.id, to: to.email, type: 'ticket_reply', ticketId: ticket.id })
}

const isAnswer = ({ author, state }: MessageRow): boolean =>
  (author === 'member' || author === 'assistant') && state !== 'streaming'

/** Several messages as one, each under the name of who wrote it. */
function joined(messages: MessageRow[], newest: MessageRow, language: Language): MessageRow {
  const nameOf = ({ author, authorName }: MessageRow) => {
    const unknown = author === 'assistant' ? m.chat_assistant : m.mail_somebody
    return (author === 'member' && authorName) || unknown({}, { locale: language })
  }
  const written = messages.filter(({ body }) => body.trim() !== '')
  const body = messages.length === 1 ? newest.body : written.map((one) => `${nameOf(one)}:\n${one.body}`).join('\n\n')
  return { ...newest, authorName: nameOf(newest), body }
}
