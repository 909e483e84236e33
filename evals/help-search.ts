/**
 * Evaluates what a help center's list shows where no article has the words of a search: `node evals/help-search.ts`. The articles of the
 * demo businesses are searched for by their titles with slips and in other forms of their words, and FAQs of small shops in other
 * languages as if they were articles. The limits were chosen on the half that may be seen; the other half only judges them.
 */
import { demoContents } from '#server/demo/content.ts'
import { nearOf } from '#server/knowledge/articles/near.ts'
import { splitIntoPassages } from '#server/knowledge/passages.ts'
import { type RetrievalIndex, search } from '#server/knowledge/retrieval/engine.ts'
import type { EntryKind, IndexEntry } from '#server/knowledge/retrieval/types.ts'
import { buildEncodedIndex, encodeAll, vectorOf } from './encoding.ts'
import { halfOf, otherShops, outOfScope, seededUniform } from './samples.ts'

type Titled = Pick<IndexEntry, 'id' | 'title' | 'language'>
type Place = { index: RetrievalIndex; articles: Titled[] }
type Search = { place: Place; text: string; expect: string | null }

const SLIPPED_OF_EACH = 6
const MIN_SLIPPED = 5
const MOST_OFF_TOPIC = 200
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const random = seededUniform(7)
const below = (limit: number) => Math.floor(random() * limit)

/** A letter missing, doubled, wrong or swapped with the next, never the first. */
function slip(word: string): string {
  const at = 1 + below(word.length - 2)
  const [before, letter = '', after] = [word.slice(0, at), word[at], word.slice(at + 1)]
  const kinds = [
    before + after,
    before + letter + letter + after,
    before + LETTERS[below(LETTERS.length)] + after,
    before + after[0] + letter + after.slice(1),
  ]
  const made = kinds[below(kinds.length)]
  return made && made !== word ? made : before + after
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}’'-]+/gu) ?? []
const longWordsOf = (text: string) =>
  wordsOf(text).filter((word) => word.length >= MIN_SLIPPED && /^\p{L}+$/u.test(word))

/** A title with a slip in each of its longer words; these alone where `isShort`. */
const slipped = (title: string, isShort: boolean): string =>
  (isShort ? longWordsOf(title) : wordsOf(title))
    .map((word) => (longWordsOf(word).length > 0 ? slip(word) : word))
    .join(' ')

/** Titles in other forms of their words, by the article: each without and with a slip. */
const OTHER_FORMS: Record<string, string[]> = {
  'Return or exchange an order': ['returned exchanging ordered', 'retruned exchanging ordered'],
  'Silence noisy disc brakes': ['silencing braking noise', 'silencing brakng noise'],
  'Find your frame size': ['finding framed sizes', 'findng framed sizes'],
  'Pay with a Cycle to Work voucher': ['paying vouchers cycling', 'paying vouchrs cycling'],
  'Connect your calendar so that nobody books you twice': ['connecting calendars', 'connectng calenders'],
  'Understand your payouts': ['understanding a payout', 'undrstanding a payout'],
  'Send your first invoice in five minutes': ['sending invoiced', 'sendng invoiced'],
  'Fewer no-shows: deposits, windows, reminders': ['depositing reminded', 'depositng remindr'],
  'Your first visit': ['firstly visiting', 'firsst visiting'],
  'A tour of the patient portal': ['touring patients portals', 'patiens portals'],
}

const textsOf = (body: string) =>
  splitIntoPassages(body).map(({ heading, text }) => (heading ? `${heading}\n${text}` : text))

async function placeOf(entries: IndexEntry[]): Promise<Place> {
  return { index: await buildEncodedIndex(entries), articles: entries.filter(({ kind }) => kind === 'article') }
}

const demoPlaces = demoContents().map(({ articles, faqs, documents }) => {
  const made = (id: string, kind: EntryKind, title: string, texts: string[], answer = ''): IndexEntry => ({
    id,
    kind,
    language: 'en',
    title,
    texts,
    answer,
  })
  return placeOf([
    ...articles.map(({ slug, title, body }) => made(slug, 'article', title, textsOf(body))),
    ...documents.map(({ key, name, content }) => made(key, 'document', name, textsOf(content))),
    ...faqs.map(({ key, question, phrasings, answer }) => made(key, 'faq', question, [question, ...phrasings], answer)),
  ])
})

const otherPlaces = Object.entries(otherShops()).map(async ([name, { faqs, questions }]) => {
  const language = name as 'es' | 'fr' | 'de'
  const entries = faqs.map(
    ({ id, texts: [title = ''], answer }): IndexEntry => ({
      id,
      kind: 'article',
      language,
      title,
      texts: [answer],
      answer: '',
    }),
  )
  return { name, place: await placeOf(entries), questions }
})

const slippedIn = (place: Place, isShort: boolean): Search[] =>
  place.articles.flatMap(({ id, title }) =>
    Array.from({ length: SLIPPED_OF_EACH }, () => ({ place, text: slipped(title, isShort), expect: id })),
  )
const otherFormsIn = (place: Place): Search[] =>
  place.articles.flatMap(({ id, title }) => (OTHER_FORMS[title] ?? []).map((text) => ({ place, text, expect: id })))

/** Share of the searches that list the article meant, or anything where none is meant. */
function shareOf(searches: Search[], by: 'words' | 'meaning'): string {
  const right = searches.filter(({ place, text, expect }) => {
    const asked = place.index.spelling.correct(text, null)
    const result = search(place.index, asked, { kind: 'article' }, by === 'meaning' ? vectorOf(asked) : null)
    const found = nearOf(result, (match) => place.articles.find(({ id }) => id === match.id))
    return expect === null ? found.length > 0 : found.some(({ id }) => id === expect)
  })
  return searches.length === 0 ? '-' : `${((100 * right.length) / searches.length).toFixed(0)} % of ${searches.length}`
}

async function row(searches: Search[]) {
  await encodeAll(searches.map(({ place, text }) => place.index.spelling.correct(text, null)))
  const seen = searches.filter(({ text }) => halfOf(text) === 'fit')
  const unseen = searches.filter(({ text }) => halfOf(text) === 'judge')
  return {
    seen: shareOf(seen, 'meaning'),
    unseen: shareOf(unseen, 'meaning'),
    'seen, by words alone': shareOf(seen, 'words'),
    'unseen, by words alone': shareOf(unseen, 'words'),
  }
}

const demos = await Promise.all(demoPlaces)
const offTopic = outOfScope().slice(0, MOST_OFF_TOPIC)
const table: Record<string, object> = {
  'title with slips': await row(demos.flatMap((place) => slippedIn(place, false))),
  'its longer words alone, with slips': await row(demos.flatMap((place) => slippedIn(place, true))),
  'other forms of words, half of them with a slip': await row(demos.flatMap(otherFormsIn)),
  'nothing answers, yet something is listed': await row(
    demos.flatMap((place) => offTopic.map((text) => ({ place, text, expect: null }))),
  ),
}
for (const { name, place, questions } of await Promise.all(otherPlaces)) {
  table[`title with slips, ${name}`] = await row(slippedIn(place, false))
  table[`question in other words, ${name}`] = await row(
    questions.flatMap(({ text, expect }) => (expect ? [{ place, text, expect }] : [])),
  )
  table[`nothing answers, yet something is listed, ${name}`] = await row(
    questions.flatMap(({ text, expect }) => (expect ? [] : [{ place, text, expect }])),
  )
}
console.table(table)
