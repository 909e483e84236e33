import type { ConversationId, MessageId } from '#contracts/ids.ts'
import { agentSnapshot, type ChosenAgent, recordAnswer } from '#server/agent/service.ts'
import { type PersonNeeded, personNeeded } from '#server/assistant/signals/escalation-signals.ts'
import { recordAnswerOutcome } from '#server/assistant/unanswered-questions/record-question.ts'
import type { ConversationRow, MessageRow } from '#server/conversation/schema.ts'
import { appendToLocked } from '#server/conversation/service.ts'
import { assistant } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { type AssistantAnswer, completeAnswer } from './ask-assistant.ts'
import { isMoreWaiting, newLeaseEnd, readPendingTurn } from './turn.ts'

/** The answer to what a customer wrote by mail, for a person to read or to be sent. */
export type MailAnswer = AssistantAnswer & {
  agent: ChosenAgent | null
  /** What it answers, up to this message. */
  question: string
  readUpTo: number
  /** It answers, and is as sure as the business wants answers to be. */
  isSure: boolean
  /** Why a person is needed all the same, by the words of the customer or the model's own request. */
  personNeeded: PersonNeeded | null
}

/**
 * Asks the assistant about what the customer of a mailed conversation wrote and nobody answered; null where nothing is left to answer. The
 * history goes with it, no memory and no action of an agent: nobody is there to see what it does. Nothing is stored but the model attempts.
 * Throws when the engine gives no answer within 20 s, and not_found while the business is suspended.
 */
export async function askAboutMail(tenant: Tenant, id: ConversationId, subject: string): Promise<MailAnswer | null> {
  const { turn } = await readPendingTurn(tenant, id, newLeaseEnd(tenant))
  if (!turn) return null
  const { question, readUpTo } = turn
  const text = question.text.trim() || subject
  const answer = await completeAnswer(tenant, { ...question, text, memory: null, withoutActions: true })
  return {
    ...answer,
    agent: question.agent,
    question: text,
    readUpTo,
    isSure: answer.outcome === 'answered' && !answer.isCut && (answer.confidence ?? 0) >= question.confidenceThreshold,
    personNeeded: personNeeded(`${subject}\n${text}`) ?? (answer.toolRequest ? 'person_requested' : null),
  }
}

/** Whether neither a person nor the customer has written since the answer was made. The caller has locked the conversation. */
export const isStillAsked = async (t: Tx, row: ConversationRow, { readUpTo }: MailAnswer): Promise<boolean> =>
  (await isMoreWaiting(t, row, readUpTo - 1)) && !(await isMoreWaiting(t, row, readUpTo))

/** Writes the answer into its conversation, which the caller has locked, under an id that makes it one. Mailing it is the caller's. */
export async function appendMailAnswer(
  t: Tx,
  row: ConversationRow,
  { id, answer }: { id: MessageId; answer: MailAnswer },
): Promise<MessageRow> {
  const { agent, text, outcome, sources, confidence, origin, readUpTo } = answer
  const { message } = await appendToLocked(
    t,
    row,
    {
      id,
      author: 'assistant',
      authorId: agent?.id ?? null,
      authorName: agent?.name ?? null,
      body: text,
      sources,
      confidence,
      origin,
      actor: assistant,
    },
    { answeredSeq: readUpTo, ...(agent ? { agent: agentSnapshot(agent) } : {}) },
  )
  if (agent) await recordAnswer(t, row, { agentId: agent.id, outcome: 'helped', latencyMs: origin.latencyMs })
  await recordAnswerOutcome(t, row, answer.question, { messageId: id, outcome, end: { ...answer, type: 'end' } })
  return message
}
