import { readFileSync } from 'node:fs'
import { LANGUAGES, type Language } from '#contracts/languages.ts'

/** What is known before a word is said. */
export type LanguagePrior = {
  /** The language of the conversation so far. */
  conversation?: Language | null
  /** What the customer's browser asks for (Accept-Language), the most wanted first. */
  accepted?: readonly Language[]
}

/**
 * Words that are somebody's whole message and too short to tell by their letters. Written in many languages ("ok", "no", "super")
 * they say nothing.
 */
const SHORT_WORDS: Record<Language, ReadonlySet<string>> = {
  en: words('hello thanks thank thx yes please bye goodbye help human yeah yep nope sure order'),
  es: words('hola gracias sí buenas buenos vale adiós ayuda claro bueno agente pedido devolución'),
  fr: words('bonjour bonsoir salut merci oui non revoir coucou aide daccord voilà colis commande livraison'),
  de: words('hallo danke ja nein bitte tschüss moin servus hilfe guten gut genau doch rechnung paket bestellung'),
}
/** A word of these three texts or fewer is weighed against what is known already. */
const FEW_WORDS = 3
const CONVERSATION_BONUS = { few: 0.2, many: 0.04 }
const ACCEPTED_BONUS = { few: 0.1, many: 0.02 }
const SHORT_WORD_BONUS = 1
const MAX_CHARACTERS = 350

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

/**
 * The language of a customer's words. Few words are weighed against the conversation's language and the browser's; without any of
 * that, or in a fifth language, null.
 */
export function detectLanguage(text: string, prior: LanguagePrior = {}): Language | null {
  const typed = wordsOf(text)
  const scores = scoresOf(typed)
  const measure = typed.length <= FEW_WORDS ? 'few' : 'many'
  const isSilent = scores.every((score) => score === 0)
  if (prior.conversation) scores[LANGUAGES.indexOf(prior.conversation)]! += CONVERSATION_BONUS[measure]
  const [accepted] = prior.accepted ?? []
  if (accepted) scores[LANGUAGES.indexOf(accepted)]! += ACCEPTED_BONUS[measure]
  if (isSilent && !prior.conversation && !accepted) return null
  const best = Math.max(...scores)
  return LANGUAGES[scores.indexOf(best)]!
}

/** How well the words fit each language, 0 to about 1, in the order of `LANGUAGES`. */
function scoresOf(typed: string[]): number[] {
  const grams = new Set(typed.flatMap(gramsOf))
  const sums = LANGUAGES.map(() => 0)
  for (const gram of grams) {
    for (const [column, score] of (table().get(gram) ?? []).entries()) sums[column]! += score
  }
  return sums.map((sum, column) => {
    const average = grams.size === 0 ? 0 : sum / grams.size
    const known =
      typed.length <= FEW_WORDS ? typed.filter((word) => SHORT_WORDS[LANGUAGES[column]!].has(word)).length : 0
    return average / (average + SCALE) + SHORT_WORD_BONUS * Math.min(1, known)
  })
}

/** Brings eld's scores to 0 to 1. */
const SCALE = 25
const SEPARATORS = /[^\p{L}]+(?<!['`’])/gu

function wordsOf(text: string): string[] {
  const plain = text.slice(0, MAX_CHARACTERS).replace(SEPARATORS, ' ').trim().toLowerCase()
  return plain === '' ? [] : plain.split(' ')
}

/** Runs of four bytes of a word, three apart, as eld cuts them; a blank marks where a word begins and ends. */
function gramsOf(word: string): string[] {
  const bytes = Buffer.from(word).toString('latin1').slice(0, MAX_WORD_BYTES)
  const grams: string[] = []
  let at = 0
  for (; at + 4 < bytes.length; at += 3) grams.push((at === 0 ? ' ' : '') + bytes.slice(at, at + 4))
  grams.push(`${at === 0 ? ' ' : ''}${bytes.slice(bytes.length === 3 ? 0 : -4)} `)
  return grams
}

const MAX_WORD_BYTES = 70

/** Read at the first question: a server that nobody asks does not hold it. */
let held: ReadonlyMap<string, number[]> | null = null

function table(): ReadonlyMap<string, number[]> {
  if (held) return held
  const file = new URL('./language-ngrams.json', import.meta.url)
  const { ngrams } = JSON.parse(readFileSync(file, 'utf8')) as { ngrams: [string, ...number[]][] }
  held = new Map(ngrams.map(([gram, ...scores]) => [gram, scores]))
  return held
}
