import { readFileSync } from 'node:fs'
import { AgentType } from '#contracts/agent/agent.ts'
import { LANGUAGES, type Language } from '#contracts/languages.ts'
import type { EntryKind, IndexEntry } from '#server/knowledge/retrieval/types.ts'

export type BankingFaq = { intent: string; phrasings: string[] }
export type BankingQuery = { text: string; intent: string }
export type SupportSentence = { text: string; intent: string }
export type PersonRequest = { text: string; language: 'en' | 'es' | 'fr' | 'de'; asks: boolean }
export type ShopQuestion = { text: string; expect: string | null }
type Shop = {
  faqs: { id: string; answer: string; texts: string[] }[]
  documents: { id: string; title: string; texts: string[] }[]
  questions: ShopQuestion[]
}

const read = (name: string) => readFileSync(new URL(`./data/${name}`, import.meta.url), 'utf8')
const readLines = (name: string): unknown[] =>
  read(name)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

export const bankingFaqs = () => readLines('banking_faq.jsonl') as BankingFaq[]
export const bankingQueries = () => readLines('banking_queries.jsonl') as BankingQuery[]
export const outOfScope = () => (readLines('out_of_scope.jsonl') as { text: string }[]).map((row) => row.text)
export const supportSentences = () => readLines('support_intents.jsonl') as SupportSentence[]
/** Sentences that ask for a person, and sentences with the same words that do not, in the four languages. */
export const personRequests = () => readLines('person_requests.jsonl') as PersonRequest[]
/** Messages by the type of agent they belong to, in the four languages: what routing is fitted on. */
export const routingExamples = (): { text: string; language: Language; agent: AgentType }[] =>
  LANGUAGES.flatMap((language) => {
    const byType = JSON.parse(read(`routing/${language}.json`)) as Record<AgentType, string[]>
    return AgentType.options.flatMap((agent) => byType[agent].map((text) => ({ text, language, agent })))
  })
/** Agents as a business makes them, with questions for them. */
export type OwnAgent = {
  name: string
  type: AgentType
  description: string
  capabilities: string[]
  specializations: string[]
  questions: string[]
}
export const ownAgents = () => JSON.parse(read('routing/own-agents.json')) as OwnAgent[]
/** Messages nothing is fitted on, with the type of agent they belong to; `also` lists types that are as right. */
export const routingJudges = () =>
  readLines('../judges/routing.jsonl') as { text: string; language: Language; agent: AgentType; also?: AgentType[] }[]
/** Requests for a person that nothing is fitted on, and sentences with the same words that are none. */
export const personJudges = () =>
  ['person_requests', 'person_requests_second'].flatMap(
    (name) => readLines(`../judges/${name}.jsonl`) as PersonRequest[],
  )
export const shop = () => JSON.parse(read('shop.json')) as Shop

/** The banking FAQs as a tenant would have them, each with its phrasings (or fewer). */
export function faqEntries(faqs: BankingFaq[], phrasings = Number.POSITIVE_INFINITY): IndexEntry[] {
  return faqs.map((faq) => entry(faq.intent, 'faq', faq.phrasings.slice(0, phrasings)))
}

/** The same text as documents of one paragraph each: labelled passages to fit and judge passage confidence on. */
export function passageEntries(faqs: BankingFaq[]): IndexEntry[] {
  return faqs.map((faq) => entry(faq.intent, 'document', [faq.phrasings.join(' ')]))
}

type OtherShop = Pick<Shop, 'faqs' | 'questions'>

/** A small shop's FAQs in Spanish, French and German, with questions in other words. */
export const otherShops = () => JSON.parse(read('shops_other_languages.json')) as Record<'es' | 'fr' | 'de', OtherShop>

export const otherShopEntries = (language: 'es' | 'fr' | 'de', { faqs }: OtherShop): IndexEntry[] =>
  faqs.map(({ id, texts, answer }) => ({ ...entry(id, 'faq', texts, answer), language }))

export function shopEntries(): IndexEntry[] {
  const { faqs, documents } = shop()
  return [
    ...faqs.map((faq) => entry(faq.id, 'faq', faq.texts, faq.answer)),
    ...documents.map((document) => ({ ...entry(document.id, 'document', document.texts), title: document.title })),
  ]
}

function entry(id: string, kind: EntryKind, texts: string[], answer = ''): IndexEntry {
  return { id, kind, language: 'en', title: '', texts, answer }
}

/** Splits rows in two by a hash of their text, so that no row is both fitted on and judged by. */
export function halfOf(text: string): 'fit' | 'judge' {
  let hash = 0
  for (const character of text) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0
  return (hash >>> 7) % 2 === 0 ? 'fit' : 'judge'
}

/** Reproducible random numbers, 0 to 1 (mulberry32). */
export function seededUniform(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
