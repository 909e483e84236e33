import type { AgentId } from '#contracts/ids.ts'
import { encodeTexts, similarityOf } from '#server/knowledge/service.ts'
import { detectLanguage, englishOf } from '#server/language/service.ts'
import type { Tenant } from '#server/platform/platform.ts'
import type { ChosenAgent } from './agents.ts'
import { toChosenAgent } from './present.ts'
import { type RoutingMeaning, type RoutingQuestion, routeQuestion } from './routing.ts'
import type { AgentRow } from './schema.ts'

/**
 * The agent for a question, among the tenant's agents: the active one that fits best. Null where none is active; inactive agents and agents
 * in training are never chosen. Must not be called inside a transaction: the encoder is asked, if it is in memory.
 */
export async function chooseAgent(
  tenant: Tenant,
  agents: readonly AgentRow[],
  asked: RoutingQuestion,
): Promise<ChosenAgent | null> {
  const active = agents.filter(({ status }) => status === 'active')
  const meaning = await encodeQuestion(tenant, active, asked)
  const row = routeQuestion(
    active.map((one) => ({ ...one, isDefault: one.defaultType !== null })),
    asked,
    meaning,
  )
  return row && toChosenAgent(row)
}

/** The question's vector, and how near the subjects of the business's own agents are to it. */
async function encodeQuestion(
  tenant: Tenant,
  agents: readonly AgentRow[],
  { text, language }: RoutingQuestion,
): Promise<RoutingMeaning> {
  const own = agents.filter(({ defaultType }) => defaultType === null)
  const subjects = own.flatMap((agent) => subjectTextsOf(agent).map((subject) => ({ id: agent.id, subject })))
  const { question: vector, texts } = await encodeTexts(tenant, {
    question: englishOf(text, language),
    texts: subjects.map(({ subject }) => subject),
  })
  const nearness = new Map<AgentId, number>()
  for (const [at, { id }] of subjects.entries()) {
    const subject = texts[at]
    if (vector && subject) nearness.set(id, Math.max(nearness.get(id) ?? -1, similarityOf(vector, subject)))
  }
  return { vector, nearness }
}

/** What an agent is for: its name with the description and each of its subjects, in English; what the dictionary does not know is left out. */
export function subjectTextsOf({
  name,
  description,
  capabilities,
  specializations,
}: Pick<AgentRow, 'name' | 'description' | 'capabilities' | 'specializations'>): string[] {
  const texts = [`${name}. ${description}`, ...capabilities, ...specializations]
  const language = detectLanguage(texts.join('. ')) ?? 'en'
  return texts.map((text) => englishOf(text, language)).filter(Boolean)
}
