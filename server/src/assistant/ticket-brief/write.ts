import type { ConversationId, TicketId } from '#contracts/ids.ts'
import { readGround } from '#server/assistant/engine/ground.ts'
import { getConversation, readThread } from '#server/conversation/service.ts'
import { detectLanguage } from '#server/language/service.ts'
import { system } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { hasModel } from '#server/provider/service.ts'
import { readTenant } from '#server/tenant/service.ts'
import { getTicketRow, publishTicketToDesk } from '#server/ticket/service.ts'
import { asksOf, type Case, extractReply, extractSummary } from './extract.ts'
import { updateBrief } from './queries.ts'
import { wordReply, wordSummary } from './word.ts'

/** Below this what was found is about something else. */
const REPLY_FROM = 0.35
const MODEL_TIME_MS = 25_000

type Read = { about: Case; business: string; conversationId: ConversationId; upToSeq: number }

/**
 * Writes summary and suggested reply of a ticket: by a model where there is one, else out of chat and knowledge as they stand. Only
 * reads and stores; nothing goes to the customer.
 */
export async function writeOne(tenant: Tenant, ticketId: TicketId): Promise<void> {
  const read = await tenant.read((t) => readCase(t, ticketId))
  const { about, business, conversationId } = read
  const text = asksOf(about).join(' ') || about.subject
  const ground = await readGround(tenant, {
    text,
    language: detectLanguage(text) ?? 'en',
    business,
    confidenceThreshold: REPLY_FROM,
    failedAttempts: 0,
    history: [],
    conversationId: null,
    guestId: null,
    customerId: null,
    context: 'general',
    agent: null,
  })
  const matter = { about, business, conversationId, ...ground }
  const signal = AbortSignal.timeout(MODEL_TIME_MS)
  const [summary, reply] = (await hasModel(tenant))
    ? await Promise.all([wordSummary(tenant, matter, signal), wordReply(tenant, matter, signal)])
    : [null, null]
  // What the customer was told already did not help: the best of the rest does.
  const told = new Set(about.messages.flatMap(({ sources }) => sources.map(({ id }) => id)))
  const { confidence, found } = ground.searched
  const fresh = confidence >= REPLY_FROM ? found.find(({ source }) => !told.has(source.id)) : undefined
  const sources = reply ? found.map(({ source }) => source) : fresh ? [fresh.source] : []
  await tenant.tx(async (t) => {
    const isThere = await updateBrief(t, ticketId, {
      status: 'ready',
      summary: summary?.text ?? extractSummary(about),
      reply: reply?.text ?? extractReply(about, fresh?.answer ?? null),
      sources,
      model: summary?.model ?? reply?.model ?? null,
      upToSeq: read.upToSeq,
    })
    if (isThere) publishTicketToDesk(t, ticketId, conversationId)
  })
}

/** The last try failed: the screen says so and offers to try again. */
export const giveUpOn = (tenant: Tenant, ticketId: TicketId): Promise<void> =>
  tenant.tx(async (t) => {
    if (!(await updateBrief(t, ticketId, { status: 'failed' }))) return
    publishTicketToDesk(t, ticketId, (await getTicketRow(t, system, ticketId)).conversationId)
  })

async function readCase(t: Tx, ticketId: TicketId): Promise<Read> {
  const ticket = await getTicketRow(t, system, ticketId)
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
