import { readFileSync } from 'node:fs'
import type { Evidence } from '#server/assistant/grounding/evidence.ts'
import { createGroundingCheck } from '#server/assistant/grounding/grounding-check.ts'
import { createMask } from '#server/assistant/grounding/masking.ts'
import { buildPrompt, type PromptParts } from '#server/assistant/grounding/prompt.ts'
import type { Question } from '#server/assistant/types.ts'
import { splitIntoPassages } from '#server/knowledge/passages.ts'
import type { Language } from '#server/language/service.ts'

export type CleanSentence = { from: string; text: string }
export type Cut = CleanSentence & { reason: string }

type Passage = { title: string; text: string }
type Row = {
  key: string
  slug?: string
  title?: string
  question?: string
  answer?: string | string[]
  name?: string
  content?: string[]
  body?: string[]
}

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

/**
 * Supported sentences in the words of a good model, from the demo businesses' knowledge, each with the passage that supports it. The
 * check was developed on the first set; the second is held out, and nothing may be fitted to it.
 */
export const cleanSentences = (set: 'clean_sentences' | 'clean_held_out' | 'near_misses'): CleanSentence[] =>
  read(`../data/${set}.jsonl`)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as CleanSentence)

const foreign = JSON.parse(read('../data/clean_passages.json')) as Record<string, Passage>
const rowsOf = (shop: string, file: string) => JSON.parse(read(`../../server/src/demo/${shop}/${file}.json`)) as Row[]
const joined = (text: string | string[] | undefined) => (Array.isArray(text) ? text.join('\n\n') : (text ?? ''))

/** The retrieval result of a sentence: its passage first, then four others of the same business. */
function passagesFor(from: string): Passage[] {
  const [shop = '', place = ''] = from.split('/')
  if (foreign[from])
    return [
      foreign[from],
      ...Object.entries(foreign).flatMap(([key, one]) => (key !== from && key.startsWith(shop) ? [one] : [])),
    ]
  if (place.startsWith('@')) {
    const article = rowsOf(shop, 'articles').find(({ slug }) => slug === place.slice(1))
    return splitIntoPassages(joined(article?.body)).map(withHeading(article?.title))
  }
  if (place.includes('#')) {
    const document = rowsOf(shop, 'documents').find(({ key }) => key === place.split('#')[0])
    return splitIntoPassages(joined(document?.content ?? document?.body)).map(withHeading(document?.name))
  }
  const faqs = rowsOf(shop, 'faqs')
  const at = faqs.findIndex(({ key }) => key === place)
  if (at < 0) throw new Error(`No passage for ${from}`)
  return [0, 7, 13, 19, 25].map((step) => {
    const faq = faqs[(at + step) % faqs.length]!
    return { title: faq.question ?? '', text: joined(faq.answer) }
  })
}

const withHeading =
  (title = '') =>
  ({ heading, text }: { heading: string | null; text: string }): Passage => ({
    title: heading ? `${title}: ${heading}` : title,
    text,
  })

/** As a business fills in its profile: the instructions and withheld words a good model's sentences must not collide with. */
const WITHHELD = 'the customer is angry or asks twice\nan order is lost or damaged\na refund is over 200 pounds'
const SECRET = buildPrompt({
  question: {
    business: 'Hollowbrook Cycles',
    context: 'general',
    agent: { name: 'Max', personality: 'Friendly, patient and clear; explains every step and offers further help.' },
    text: '',
    history: [],
  } as unknown as Question,
  language: 'en',
  tone: 'neutral' as PromptParts['tone'],
  evidence: [],
  remembered: [],
  avoidTopics: ['politics', 'prices of competitors'],
  voice: `Tone: friendly. Formality: balanced. Offer a person when: ${WITHHELD}`,
  mask: createMask(),
}).secret

/** The clean sentences that the grounding check removes; there should be almost none. */
export function cutOf(sentences: readonly CleanSentence[], isCited: boolean): Cut[] {
  return sentences.flatMap((sentence) => {
    const language = (['es', 'fr', 'de'] as const).find((one) => sentence.from.startsWith(`${one}/`)) ?? 'en'
    const passages = passagesFor(sentence.from)
    const gate = createGroundingCheck({
      languages: [language satisfies Language],
      evidence: passages.map(evidenceOf),
      business:
        { fernbill: 'Fernbill', hollowbrook: 'Hollowbrook Cycles', 'alder-court': 'Alder Court Dental' }[
          sentence.from.split('/')[0]!
        ] ?? 'La Tienda',
      secret: SECRET,
      withheld: WITHHELD,
      hosts: new Set(['fernbill.example', 'hollowbrook.example', 'alder-court.example']),
      avoidTopics: [],
      mask: createMask(),
    })
    const verdict = gate.check(isCited ? ` ${sentence.text.replace(/([.!?:])$/, ' [1]$1')}` : sentence.text)
    return verdict.isKept ? [] : [{ ...sentence, reason: verdict.reason }]
  })
}

const evidenceOf = ({ title, text }: Passage, position: number): Evidence => ({
  id: position + 1,
  kind: 'passage',
  title,
  text,
  source: { kind: 'faq', id: String(position), title, passage: text, articleSlug: null },
})
