import type { InboundMailId, MessageId } from '#contracts/ids.ts'
import type { MailAnswer as MailAnswerState, NoAnswerReason } from '#contracts/inbound-mail/answer.ts'
import { appendMailAnswer, askAboutMail, draftReply, isStillAsked, type MailAnswer } from '#server/assistant/service.ts'
import type { ConversationRow } from '#server/conversation/schema.ts'
import { readContext } from '#server/conversation/service.ts'
import { findMail, lockUnanswered, updateMail } from '#server/inbound-mail/queries.ts'
import type { InboundMailRow } from '#server/inbound-mail/schema.ts'
import { confirmMail, hadAutomaticMail, mailAnswer } from '#server/notification/service.ts'
import { system } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import type { TicketRow } from '#server/ticket/schema.ts'
import { getTicketRow, lockTicket, publishTicketToDesk } from '#server/ticket/service.ts'
import { readMailAnswers } from './may-answer.ts'

/** So many messages of a thread are looked at for what the assistant wrote before. */
const HISTORY = 20

/**
 * Asks the assistant about a mail that waits for it, and sends what is sure and allowed, else leaves it to a person as a suggested reply. What
 * it did is written with the answer in one transaction, under the ticket's lock: whoever is killed or runs twice, a mail is answered once.
 */
export async function answerMail(tenant: Tenant, mailId: InboundMailId): Promise<void> {
  const row = await tenant.read((t) => findMail(t, mailId))
  if (row?.answer !== 'pending' || !row.ticketId) return
  const ticketId = row.ticketId
  const ticket = await tenant.read((t) => getTicketRow(t, system, ticketId))
  const answer = await askAboutMail(tenant, ticket.conversationId, ticket.subject)
  await conclude(tenant, row, answer)
}

/** After the last attempt: a person answers, and the mail's sender learns that it arrived. */
export async function leaveToPerson(tenant: Tenant, mailId: InboundMailId): Promise<void> {
  const row = await tenant.read((t) => findMail(t, mailId))
  if (row?.answer === 'pending' && row.ticketId) await conclude(tenant, row, 'failed')
}

type Concluded = { answer: Exclude<MailAnswerState, 'pending'>; noAnswerReason: NoAnswerReason | null }

const conclude = (tenant: Tenant, row: InboundMailRow, answer: MailAnswer | 'failed' | null): Promise<void> =>
  tenant.tx(async (t) => {
    const { ticket, conversation } = await lockTicket(t, system, row.ticketId as NonNullable<typeof row.ticketId>)
    if (!(await lockUnanswered(t, row.id))) return
    const concluded = await act(t, tenant.platform, { row, ticket, conversation }, answer)
    await updateMail(t, row.id, concluded)
    // Where the assistant might have answered, its sender was not told yet that the mail arrived.
    const isUntold = row.outcome === 'new_ticket' && row.noAnswerReason === null
    if (isUntold && concluded.answer !== 'sent') await confirmMail(t, tenant.platform, ticket)
    publishTicketToDesk(t, ticket.id, conversation.id)
  })

type Matter = { row: InboundMailRow; ticket: TicketRow; conversation: ConversationRow }

async function act(
  t: Tx,
  platform: Platform,
  matter: Matter,
  answer: MailAnswer | 'failed' | null,
): Promise<Concluded> {
  const { row, ticket, conversation } = matter
  if (answer === 'failed') {
    await draftReply(t, ticket.id, null)
    return { answer: 'draft', noAnswerReason: 'failed' }
  }
  if (!answer || ticket.mergedIntoId || isFinished(ticket) || !(await isStillAsked(t, conversation, answer)))
    return { answer: 'none', noAnswerReason: 'overtaken' }
  if (answer.outcome === 'small_talk') return { answer: 'none', noAnswerReason: null }
  const reason = await whyLeftToPerson(t, matter, answer)
  if (reason === null) {
    const message = await appendMailAnswer(t, conversation, { id: row.id as unknown as MessageId, answer })
    await mailAnswer(t, platform, ticket, message)
    return { answer: 'sent', noAnswerReason: null }
  }
  const { text, sources, origin, readUpTo: upToSeq } = answer
  const model = origin.attempts?.findLast(({ fault }) => fault === null)?.model ?? null
  await draftReply(t, ticket.id, answer.outcome === 'answered' ? { text, sources, model, upToSeq } : null)
  return { answer: 'draft', noAnswerReason: reason }
}

const isFinished = ({ status }: TicketRow): boolean => status === 'resolved' || status === 'closed'

/** Why the answer is not sent: what was known when the mail arrived, what it says, how sure the answer is, and what was sent before. */
async function whyLeftToPerson(
  t: Tx,
  { row, ticket, conversation }: Matter,
  answer: MailAnswer,
): Promise<NoAnswerReason | null> {
  if (row.noAnswerReason) return row.noAnswerReason
  if (answer.personNeeded) return answer.personNeeded
  if (ticket.priority === 'urgent') return 'urgent'
  if (!answer.isSure) return 'unsure'
  if ((await readMailAnswers(t)) !== 'send') return 'draft_only'
  if (await wasAnsweredByAssistant(t, conversation)) return 'follow_up'
  if (ticket.customerEmail === null) return 'unverified'
  return (await hadAutomaticMail(t, ticket.customerEmail)) ? 'too_many' : null
}

/** Whoever answers the assistant's mail gets a person: it did not help, or a program answers each mail. */
async function wasAnsweredByAssistant(t: Tx, conversation: ConversationRow): Promise<boolean> {
  const written = (await readContext(t, conversation, HISTORY)).map(({ author }) => author)
  return written.lastIndexOf('assistant') > written.lastIndexOf('member')
}
