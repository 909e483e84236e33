import type { Source } from '#contracts/conversation/message.ts'
import type { ConversationId, TicketId } from '#contracts/ids.ts'
import { loadAnswerContext } from '#server/assistant/engine/answer-context.ts'
import { getConversation, readThread } from '#server/conversation/service.ts'
import type { KnowledgeMatch } from '#server/knowledge/service.ts'
import { detectLanguage } from '#server/language/service.ts'
import { type Actor, system } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { hasModel } from '#server/provider/service.ts'
import { readTenant } from '#server/tenant/service.ts'
import { getTicketRow, publishTicketToDesk } from '#server/ticket/service.ts'
import { extractReply, extractSummary, isReply, keySentences, type TicketCase, unansweredPart } from './extract.ts'
import type { DraftedReply } from './jobs.ts'
import { type ModelText, writeReplyByModel, writeSummaryByModel } from './model-brief.ts'
import { updateBrief } from './queries.ts'

/** Passages below this confidence are not used in a reply draft. */
const REPLY_THRESHOLD = 0.35
const MODEL_TIME_MS = 25_000

/** A ticket's case as it was read, up to the message `upToSeq`. */
type LoadedCase = { about: TicketCase; business: string; conversationId: ConversationId; upToSeq: number }

/**
 * Writes the summary and the reply draft of a ticket: by a model where there is one, else extracted from chat and knowledge. Only
 * stores them; nothing is sent to the customer.
 */
export async function writeTicketBrief(tenant: Tenant, ticketId: TicketId, drafted?: DraftedReply): Promise<void> {
  const { input, open, upToSeq } = await loadBriefInput(tenant, system, ticketId)
  const { about, conversationId } = input
  // After a member's reply there is nothing to answer before the customer writes again.
  const isAnswered = open.hasReply && !open.messages.some(({ author }) => author === 'customer')
  const signal = AbortSignal.timeout(MODEL_TIME_MS)
  const [summary, written] = (await hasModel(tenant))
    ? await Promise.all([
        writeSummaryByModel(tenant, input, signal),
        isAnswered || drafted ? null : writeReplyByModel(tenant, input, signal),
      ])
    : [null, null]
  const reply = replyOf(input, open, { isAnswered, written, drafted })
  await tenant.tx(async (t) => {
    const isThere = await updateBrief(t, ticketId, {
      status: 'ready',
      summary: summary?.text ?? extractSummary(about),
      reply: reply.text,
      sources: reply.sources,
      model: summary?.model ?? reply.model,
      upToSeq,
    })
    if (isThere) publishTicketToDesk(t, ticketId, conversationId)
  })
}

type Input = Awaited<ReturnType<typeof loadBriefInput>>
type Replies = { isAnswered: boolean; written: ModelText | null; drafted: DraftedReply | undefined }
type Reply = { text: string; sources: Source[]; model: string | null }

/** The suggested reply: what the assistant drafted, what a model wrote, else what the knowledge says. Empty where nothing is open. */
function replyOf({ about, searched }: Input['input'], open: Input['open'], given: Replies): Reply {
  const { isAnswered, written, drafted } = given
  if (isAnswered) return { text: '', sources: [], model: null }
  const { confidence, found } = searched
  if (drafted) return { ...drafted, text: extractReply(about, drafted.text, !open.hasReply) }
  if (written) return { ...written, sources: found.map(({ source }) => source) }
  // Sources already cited in the chat did not help: the draft uses the best of the others.
  const cited = new Set(about.messages.flatMap(({ sources }) => sources.map(({ id }) => id)))
  const replies = about.messages.filter(isReply)
  const isFresh = ({ source, answer }: KnowledgeMatch) =>
    !cited.has(source.id) && !replies.some(({ body }) => body.includes(answer))
  const fresh = confidence >= REPLY_THRESHOLD ? found.find(isFresh) : undefined
  const text = extractReply(about, fresh?.answer ?? null, !open.hasReply)
  return { text, sources: fresh ? [fresh.source] : [], model: null }
}

/** Reads a ticket's case, with what the knowledge says to the part of it that is not answered. */
export async function loadBriefInput(tenant: Tenant, actor: Actor, ticketId: TicketId) {
  const { about, business, conversationId, upToSeq } = await tenant.read((t) => readCase(t, actor, ticketId))
  const open = unansweredPart(about)
  const text = keySentences(open).join(' ') || about.subject
  const context = await loadAnswerContext(tenant, {
    text,
    language: detectLanguage(text) ?? 'en',
    business,
    confidenceThreshold: REPLY_THRESHOLD,
    failedAttempts: 0,
    history: [],
    conversationId: null,
    guestId: null,
    customerId: null,
    context: 'general',
    agent: null,
  })
  return { input: { ...context, about, business, conversationId }, open, upToSeq }
}

/** Marks the brief as failed after the last attempt; the desk offers to write it again. */
export const failTicketBrief = (tenant: Tenant, ticketId: TicketId): Promise<void> =>
  tenant.tx(async (t) => {
    if (!(await updateBrief(t, ticketId, { status: 'failed' }))) return
    publishTicketToDesk(t, ticketId, (await getTicketRow(t, system, ticketId)).conversationId)
  })

async function readCase(t: Tx, actor: Actor, ticketId: TicketId): Promise<LoadedCase> {
  const ticket = await getTicketRow(t, actor, ticketId)
  const [row, { name }] = await Promise.all([getConversation(t, system, ticket.conversationId), readTenant(t)])
  const { messages, conversation } = await readThread(t, system, row, null)
  const { subject, description, customerName } = ticket
  const language = detectLanguage(messages.findLast(({ author }) => author === 'customer')?.body ?? description) ?? 'en'
  return {
    about: { subject, description, customerName, messages, language },
    business: name,
    conversationId: row.id,
    upToSeq: conversation.seq,
  }
}
