import { readFileSync } from 'node:fs'
import type { Evidence } from '#server/assistant/grounding/evidence.ts'
import { createGroundingCheck } from '#server/assistant/grounding/grounding-check.ts'
import { createMask } from '#server/assistant/grounding/masking.ts'
import { splitIntoPassages } from '#server/knowledge/passages.ts'
import type { Language } from '#server/language/service.ts'

export type CleanSentence = { from: string; text: string }
/** What the customer gets for a sentence: nothing, a line of politeness, its passage in the passage's words, or another passage. */
export type Fate = 'cut' | 'politeness' | 'its passage' | 'another passage'

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
 * Sentences in the words of a good model, from the demo businesses' knowledge, each with the passage it stands in. Nothing is fitted to
 * them.
 */
export const cleanSentences = (set: 'clean_sentences' | 'clean_held_out'): CleanSentence[] =>
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

/** What the customer gets for each sentence. */
export const fatesOf = (sentences: readonly CleanSentence[], isCited: boolean): Fate[] =>
  sentences.map(({ from, text }) => {
    const language = (['es', 'fr', 'de'] as const).find((one) => from.startsWith(`${one}/`)) ?? 'en'
    const evidence = passagesFor(from).map(evidenceOf)
    const groundingCheck = createGroundingCheck({
      languages: [language satisfies Language],
      evidence,
      names: [],
      secret: '',
      hosts: new Set(['fernbill.example', 'hollowbrook.example', 'alder-court.example']),
      avoidTopics: [],
      mask: createMask(),
    })
    const [reading] = groundingCheck.read(isCited ? ` ${text.replace(/([.!?:])$/, ' [1]$1')}` : text)
    if (reading?.kind === 'line') return 'politeness'
    if (reading?.kind !== 'say') return 'cut'
    // An article and a document are several passages of one entry.
    const isEntry = from.includes('@') || from.includes('#')
    return isEntry || reading.located[0]?.evidence.id === 1 ? 'its passage' : 'another passage'
  })

const evidenceOf = ({ title, text }: Passage, position: number): Evidence => ({
  id: position + 1,
  kind: 'passage',
  title,
  text,
  source: { kind: 'faq', id: String(position), title, passage: text, articleSlug: null },
})
