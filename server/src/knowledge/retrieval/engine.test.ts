import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cpuMs } from '#test/time-bound.ts'
import { FEATURES } from './confidence.ts'
import { buildIndex, rank, search } from './engine.ts'
import type { IndexEntry, IndexLanguage } from './types.ts'

const faq = (id: string, texts: string[], answer = '', language: IndexLanguage = 'en'): IndexEntry => ({
  id,
  kind: 'faq',
  language,
  title: texts[0] ?? '',
  texts,
  answer,
})
const document = (id: string, title: string, texts: string[]): IndexEntry => ({
  id,
  kind: 'document',
  language: 'en',
  title,
  texts,
  answer: '',
})

type Shop = {
  faqs: { id: string; answer: string; texts: string[] }[]
  documents: { id: string; title: string; texts: string[] }[]
  questions: { text: string; expect: string | null }[]
}
const shop = JSON.parse(readFileSync(new URL('../../../../evals/data/shop.json', import.meta.url), 'utf8')) as Shop
const shopIndex = buildIndex([
  ...shop.faqs.map(({ id, texts, answer }) => faq(id, texts, answer)),
  ...shop.documents.map(({ id, title, texts }) => document(id, title, texts)),
])
const first = (index: ReturnType<typeof buildIndex>, query: string) => search(index, query).matches[0]?.id

describe('ranking', () => {
  it('[K5] finds the answers of a small shop that was not fitted on: 88 % first, 96 % among five', () => {
    const asked = shop.questions.filter(({ expect: id }) => id !== null)
    const right = asked.filter(({ text, expect: id }) => first(shopIndex, text) === id)
    const within = asked.filter(({ text, expect: id }) =>
      search(shopIndex, text).matches.some((match) => match.id === id),
    )
    expect(right.length / asked.length).toBeGreaterThanOrEqual(0.88)
    expect(within.length / asked.length).toBeGreaterThanOrEqual(0.96)
  })

  it('names the passage that matched best', () => {
    const { matches } = search(shopIndex, 'when do my club points expire')
    expect(matches[0]).toMatchObject({ id: 'doc-loyalty', kind: 'document', passage: 1 })
  })

  it('gives five matches, best first, and fewer or up to twenty when asked', () => {
    const { matches } = search(shopIndex, 'my order, my parcel, the delivery, a refund, the invoice, a return')
    expect(matches).toHaveLength(5)
    expect(matches.map(({ score }) => score)).toEqual(matches.map(({ score }) => score).sort((a, b) => b - a))
    expect(search(shopIndex, 'order', { limit: 2 }).matches).toHaveLength(2)
    expect(search(shopIndex, 'order', { limit: 99 }).matches.length).toBeLessThanOrEqual(20)
    expect(search(shopIndex, 'order', { limit: 0 }).matches).toHaveLength(1)
  })

  it('ranks two matching phrasings above one that matches a little better', () => {
    const index = buildIndex([
      faq('lucky', ['wrong delivery address', 'opening hours', 'gift cards']),
      faq('steady', ['wrong address for the delivery', 'the delivery address is wrong, please help']),
      faq('other', ['payment methods', 'invoice']),
    ])
    expect(first(index, 'delivery address wrong')).toBe('steady')
  })

  it('finds a FAQ by words of its answer, after FAQs whose question has them', () => {
    const index = buildIndex([
      faq('parcel', ['How do you send things?'], 'We use Hermes and keep the tracking number in your account.'),
      faq('hermes', ['Do you ship with Hermes?'], 'Yes.'),
      faq('hours', ['When are you open?'], 'From ten to six.'),
    ])
    expect(search(index, 'is it Hermes').matches.map(({ id }) => id)).toEqual(['hermes', 'parcel'])
    expect(first(index, 'tracking number')).toBe('parcel')
  })

  it('finds questions with typing errors', () => {
    expect(first(shopIndex, 'i forgto my pasword')).toBe('password')
    expect(first(shopIndex, 'unsubscibe newsleter')).toBe('newsletter')
  })

  it('ranks the FAQ first whose question equals the query', () => {
    const index = buildIndex([
      faq('a', ['Who are you?']),
      faq('b', ['Who are you and what do you do here all day?', 'What do you do?']),
    ])
    expect(search(index, 'who are YOU')).toMatchObject({ confidence: 0.99, matches: [{ id: 'a' }, { id: 'b' }] })
  })
})

describe('languages', () => {
  const cases: [IndexLanguage, string, string, string][] = [
    ['en', 'Cancelling an order', 'Opening hours', 'can I cancel two orders'],
    ['es', '¿Cómo pido la devolución de un artículo?', '¿Cuál es el horario?', 'quiero pedir devoluciones'],
    ['fr', "Quand le remboursement de l'achat arrive-t-il ?", "Horaires d'ouverture", 'mes remboursements svp'],
    ['de', 'Wie kann ich meine Bestellung stornieren?', 'Wann habt ihr geöffnet?', 'Bestellungen storniert'],
  ]
  it.each(cases)('%s: finds other forms of a word by its stem', (language, wanted, other, query) => {
    const index = buildIndex([faq('other', [other], '', language), faq('wanted', [wanted], '', language)])
    const ranking = rank(index, query)
    expect(index.entries[ranking.order[0]!]?.id).toBe('wanted')
    // By the stem, not by resemblance of characters alone.
    expect(ranking.features(ranking.order[0]!).bm25).toBeGreaterThan(0.2)
  })

  it.each([
    ['es', 'devolución', 'devolucion'],
    ['fr', 'paiement échoué', 'paiement echoue'],
    ['de', 'Größe ändern', 'Groesse aendern'],
    ['de', 'Größe ändern', 'Grosse andern'],
  ] as const)('%s: finds %s typed as %s', (language, text, typed) => {
    const index = buildIndex([faq('wanted', [text], '', language), faq('other', ['xyz'], '', language)])
    const ranking = rank(index, typed)
    expect(ranking.features(ranking.order[0]!).coverage).toBe(1)
  })

  it('finds FAQs of three languages by the words of the query alone', () => {
    const index = buildIndex([
      faq('en', ['Where is my parcel?']),
      faq('de', ['Wo ist mein Paket?'], '', 'de'),
      faq('es', ['¿Dónde está mi paquete?'], '', 'es'),
    ])
    expect(first(index, 'parcel')).toBe('en')
    expect(first(index, 'wann kommt mein Paket')).toBe('de')
    expect(first(index, 'mi paquete no llega')).toBe('es')
  })
})

describe('confidence', () => {
  it('is below 0.5 for questions without an answer in the shop', () => {
    for (const { text } of shop.questions.filter(({ expect: id }) => id === null)) {
      expect(search(shopIndex, text).confidence, text).toBeLessThan(0.5)
    }
  })

  it('is above 0.8 for at least 20 questions, of which at least 95 % are answered right', () => {
    const asked = shop.questions.filter(({ expect: id }) => id !== null)
    const sure = asked.filter(({ text }) => search(shopIndex, text).confidence >= 0.8)
    const right = sure.filter(({ text, expect: id }) => first(shopIndex, text) === id)
    expect(sure.length).toBeGreaterThanOrEqual(20)
    expect(right.length / sure.length).toBeGreaterThanOrEqual(0.95)
  })

  it.each(['hi', 'hello there!', 'thanks a lot', 'ok', 'what can you do', 'please help me', '🙂', 'Hallo', 'merci'])(
    'is below 0.1 for "%s"',
    (text) => {
      expect(search(shopIndex, text).confidence).toBeLessThan(0.1)
    },
  )

  it('of a passage never exceeds 0.9, however well it fits', () => {
    const result = search(shopIndex, shop.documents[2]!.texts[1]!)
    expect(result.matches[0]?.kind).toBe('document')
    expect(result.confidence).toBeGreaterThan(0.5)
    expect(result.confidence).toBeLessThanOrEqual(0.9)
  })

  it('does not fall because a paragraph repeats the FAQ', () => {
    const alone = buildIndex([faq('refund', ['When do I get my refund?']), faq('hours', ['When are you open?'])])
    const supported = buildIndex([
      faq('refund', ['When do I get my refund?']),
      faq('hours', ['When are you open?']),
      document('terms', 'Terms', ['You get your refund within five days after the goods are back.']),
    ])
    const query = 'when will the refund come'
    expect(first(supported, query)).toBe('refund')
    expect(search(supported, query).confidence).toBeGreaterThan(search(alone, query).confidence - 0.1)
  })

  it.each([1, 3, 30, 300])('separates known from unknown questions with %i entries', (size) => {
    const subjects = Array.from({ length: size }, (_, i) =>
      faq(`f${i}`, [`How do I use the zork${i} function?`, `zork${i} manual`]),
    )
    const index = buildIndex([...subjects, faq('refund', ['When do I get my refund?', 'Refund not received'])])
    const known = search(index, 'my refund is not received yet')
    expect(known.matches[0]?.id).toBe('refund')
    expect(known.confidence).toBeGreaterThan(0.7)
    expect(search(index, 'what is the tallest mountain of the moon').confidence).toBeLessThan(0.2)
    expect(search(index, 'is the manual of a violin hard').confidence).toBeLessThan(0.8)
  })
})

describe('hostile and unusual input', () => {
  const odd = [
    '',
    '   \n\t',
    '🙂🙃👩‍👩‍👧',
    '\u0000\u0001',
    '\ud800',
    'a'.repeat(10_000),
    'refund '.repeat(1_500),
    '(a+)+$ [[[ \\ ^.*',
    "'; drop table faq; --",
    '<script>alert(1)</script>',
    '__proto__ constructor hasOwnProperty toString',
    'é'.repeat(5_000),
    'نص عربي طويل',
    '退款在哪里',
    Array.from({ length: 3_000 }, (_, i) => `w${i}`).join(' '),
  ]
  it.each(odd)('%# is answered within 200 ms', (text) => {
    const startedAt = cpuMs()
    const result = search(shopIndex, text)
    expect(cpuMs() - startedAt).toBeLessThan(200)
    expect(result.confidence).toBeGreaterThanOrEqual(0)
    expect(result.confidence).toBeLessThanOrEqual(1)
    expect(result.matches.every(({ score }) => Number.isFinite(score))).toBe(true)
  })

  it('an empty knowledge base finds nothing', () => {
    expect(search(buildIndex([]), 'refund')).toMatchObject({ confidence: 0, matches: [], languages: [] })
  })

  it('entries without words or texts are not found and do not hide others', () => {
    const index = buildIndex([
      faq('empty', []),
      faq('blank', ['', '🙂']),
      document('none', '', []),
      faq('real', ['Refund?']),
    ])
    expect(search(index, 'refund').matches.map(({ id }) => id)).toEqual(['real'])
    expect(search(buildIndex([faq('answer only', [], 'a refund')]), 'refund').confidence).toBeLessThan(0.8)
  })

  it('names of object properties are ordinary words', () => {
    const index = buildIndex([faq('a', ['constructor toString']), faq('b', ['valueOf'])])
    expect(first(index, 'constructor')).toBe('a')
    expect(first(index, '__proto__')).toBeUndefined()
  })

  it('every feature is a finite number', () => {
    for (const { text } of shop.questions) {
      const ranking = rank(shopIndex, text)
      if (ranking.order[0] === undefined) continue
      const features = ranking.features(ranking.order[0])
      expect(FEATURES.every((feature) => Number.isFinite(features[feature]))).toBe(true)
    }
  })
})
