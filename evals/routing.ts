/**
 * Measures which agent the product chooses for a message: `node evals/routing.ts` prints how often it is right on sentences that nothing
 * was fitted on (evals/judges), with the encoder and without it, and how a business's own agent fares beside the default ones.
 */
import { AgentType } from '#contracts/agent/agent.ts'
import { AgentId } from '#contracts/ids.ts'
import { LANGUAGES, type Language } from '#contracts/languages.ts'
import { subjectTextsOf } from '#server/agent/choose-agent.ts'
import { DEFAULT_AGENTS } from '#server/agent/defaults.ts'
import { type Candidate, routeQuestion } from '#server/agent/routing.ts'
import { similarityOf } from '#server/knowledge/service.ts'
import { detectLanguage, englishOf } from '#server/language/service.ts'
import { encodeAll, vectorOf } from './encoding.ts'
import { type OwnAgent, ownAgents, routingExamples, routingJudges } from './samples.ts'

const newId = () => AgentId.parse(crypto.randomUUID())
const defaults: Candidate[] = DEFAULT_AGENTS.map((given) => ({ ...given, id: newId(), isDefault: true }))
const percent = (part: number, of: number) => `${((100 * part) / of).toFixed(1)} %`

function routed(text: string, language: Language, isEncoded: boolean, own: (OwnAgent & { id: AgentId }) | null = null) {
  const english = englishOf(text, language)
  const vector = isEncoded && english ? vectorOf(english) : null
  const asked = { text, language, context: 'general', failedAttempts: 0, previous: null } as const
  if (!own) return routeQuestion(defaults, asked, { vector, nearness: new Map() })
  const cosines = vector ? subjectTextsOf(own).map((subject) => similarityOf(vector, vectorOf(subject)!)) : []
  const nearness = new Map(cosines.length > 0 ? [[own.id, Math.max(...cosines)]] : [])
  return routeQuestion([...defaults, { ...own, isDefault: false }], asked, { vector, nearness })
}

const judges = routingJudges()
const own = ownAgents().map((agent) => ({ ...agent, id: newId() }))
const languageOf = ({ questions }: OwnAgent): Language => detectLanguage(questions.join('. ')) ?? 'en'
const others = routingExamples().filter((_, at) => at % 20 === 0)
const texts = [
  ...judges.map(({ text, language }) => englishOf(text, language)),
  ...others.map(({ text, language }) => englishOf(text, language)),
  ...own.flatMap((agent) => [
    ...subjectTextsOf(agent),
    ...agent.questions.map((text) => englishOf(text, languageOf(agent))),
  ]),
]
await encodeAll(texts.filter(Boolean))

const isRight = (isEncoded: boolean) => (row: (typeof judges)[number]) => {
  const type = routed(row.text, row.language, isEncoded)!.type
  return type === row.agent || (row.also ?? []).includes(type)
}
const shareOf = (rows: typeof judges) => ({
  sentences: rows.length,
  'with the encoder': percent(rows.filter(isRight(true)).length, rows.length),
  'without it': percent(rows.filter(isRight(false)).length, rows.length),
})
console.log('\nthe right agent, on sentences that nothing was fitted on (wanted: 80 %)')
console.table({
  ...Object.fromEntries(
    LANGUAGES.map((language) => [language, shareOf(judges.filter((row) => row.language === language))]),
  ),
  ...Object.fromEntries(AgentType.options.map((type) => [type, shareOf(judges.filter(({ agent }) => agent === type))])),
  all: shareOf(judges),
})

/** Of its own questions so many go to the business's own agent, and so many of the default agents' questions do as well. */
function ownShare(agents: typeof own) {
  const asked = agents.flatMap((agent) => agent.questions.map((text) => ({ agent, text })))
  const elsewhere = agents.flatMap((agent) => others.map((other) => ({ agent, other })))
  const reached = (isEncoded: boolean) =>
    asked.filter(({ agent, text }) => routed(text, languageOf(agent), isEncoded, agent)?.id === agent.id).length
  const taken = elsewhere.filter(({ agent, other }) => routed(other.text, other.language, true, agent)?.id === agent.id)
  return {
    questions: asked.length,
    'with the encoder': percent(reached(true), asked.length),
    'without it': percent(reached(false), asked.length),
    'taken from the default agents': percent(taken.length, elsewhere.length),
  }
}
console.log("\na question about a subject of a business's own agent goes to it")
console.table({
  'the thresholds were chosen on': ownShare(own.filter((_, at) => at % 2 === 0)),
  'not chosen on': ownShare(own.filter((_, at) => at % 2 === 1)),
})
