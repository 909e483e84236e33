import { isAbbreviation } from '#server/language/service.ts'

/**
 * What a text is made of: a question with the text under it, a heading with the text under it, or text without either. `lines` keep lists as
 * they are.
 */
export type TextPart = {
  kind: 'question' | 'heading' | 'plain'
  title: string
  lines: string[]
  /** The title is marked as a heading, so that everything up to the next one belongs to it. */
  isMarked: boolean
}

const MAX_TITLE = 300
/** A line of at most so many words without a full stop can be a heading. */
const MAX_HEADING_WORDS = 8
/** The mark of a list's item. */
export const BULLET = /^(?:[-*•·–]|\d{1,2}[.)])\s+/
/** `Q:`, `Frage 3:` … before a question, `A:`, `Réponse :` … before an answer. */
const ASKED = /^(?:q|f|p|frage|question|pregunta)\s?\d{0,3}\s?[:.)]\s+/i
const ANSWERED = /^(?:a|r|antwort|answer|réponse|respuesta)\s?\d{0,3}\s?[:.)]\s+/i
/** What pages repeat around their text. */
const NOISE =
  /^(?:©|copyright\b|all rights reserved|alle rechte vorbehalten|tous droits réservés|todos los derechos reservados|cookies?\b.*|(?:read|learn) more|mehr (?:erfahren|lesen)|en savoir plus|lire la suite|leer más|saber más)[\s.»>→]*$|^©/i

const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length

/** A line of Markdown without its marks; a table's row as its cells. */
const plainLine = (line: string): string =>
  line
    .replace(/!\[[^\]]{0,300}\]\([^)]{0,500}\)/g, '')
    .replace(/\[([^\]]{0,300})\]\([^)]{0,500}\)/g, '$1')
    .replace(/\*\*|__|`/g, '')
    .replace(/\\([.\-*_#+!()[\]])/g, '$1')
    .replace(/^\|(.*)\|$/, (_, row: string) =>
      row
        .split('|')
        .map((cell) => cell.trim())
        .filter(Boolean)
        .join(' – '),
    )
    .replace(/\s+/g, ' ')
    .trim()

const isQuestion = (line: string) => /[?？]$/.test(line) && line.length <= MAX_TITLE
/** A question and its answer on one line. */
const ONE_LINE = /^([¿\p{Lu}][^.!?]{8,200}\s?\?)\s+(\S.{3,})$/u

/** A line of a menu: nothing but links. */
const LINKS = /^(?:[-*|•·\s]*\[[^\]]{0,300}\]\([^)]{0,500}\))+[|•·\s]*$/

/** Splits a text at its questions and headings; `isAsked` says whether a text with a question mark is a customer's question. */
export function textParts(text: string, isAsked: (question: string) => boolean): TextPart[] {
  const parts: TextPart[] = []
  let open: TextPart = { kind: 'plain', title: '', lines: [], isMarked: false }
  const begin = (kind: TextPart['kind'], title: string, isMarked = false) => {
    if (open.lines.some(Boolean)) parts.push(open)
    open = { kind, title, lines: [], isMarked }
  }
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  for (const [at, given] of lines.entries()) {
    const line = plainLine(given)
    if (NOISE.test(line) || LINKS.test(given) || /^[-=_*|:\s]{3,}$/.test(given)) continue
    const bare = line.replace(/^#{1,6}\s+/, '').replace(ASKED, '')
    const unlisted = bare.replace(BULLET, '').replace(ASKED, '')
    const both = ONE_LINE.exec(unlisted)
    if (isQuestion(unlisted)) begin(isAsked(unlisted) ? 'question' : 'heading', unlisted, isMarked(given))
    else if (both && isAsked(both[1] ?? '')) {
      begin('question', both[1] ?? '')
      open.lines.push(both[2] ?? '')
    } else if (isHeading(lines, at)) begin('heading', bare.replace(/\s?:$/, ''), isMarked(given))
    else open.lines.push(line.replace(ANSWERED, ''))
  }
  begin('plain', '')
  return parts
}

const isMarked = (line: string) => /^#{1,6}\s+\S/.test(line) || /^\*\*[^*]+\*\*:?$/.test(line)

/** A marked heading, or a short line that ends with a colon or stands alone before a longer one. */
function isHeading(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? ''
  if (isMarked(line)) return true
  if (line === '' || BULLET.test(line) || line.startsWith('|') || wordsIn(line) > MAX_HEADING_WORDS) return false
  const next = lines[at + 1] || lines[at + 2] || ''
  if (next === '') return false
  if (/:$/.test(line)) return true
  if (/[.!?,;…]$/.test(line) || /\d[:.h]\d|\d\s?(?:€|\$|£|%)|@|\+?\d{5}/.test(line)) return false
  const standsAlone = at === 0 || lines[at - 1] === ''
  return (
    standsAlone && /^\p{Lu}/u.test(line) && (/[.!]$/.test(next) || BULLET.test(next) || wordsIn(next) > wordsIn(line))
  )
}

/** A longer run of letters is no word. */
const MAX_WORD = 40

/** The sentences of a line; a full stop of an abbreviation, a date or an initial ends none. */
export function sentencesIn(line: string): string[] {
  const sentences: string[] = []
  let open = ''
  for (const piece of line.split(/(?<=[.!?…])\s+/u)) {
    open = open === '' ? piece : `${open} ${piece}`
    const last = piece.endsWith('.') ? piece.slice(piece.lastIndexOf(' ') + 1, -1).slice(-MAX_WORD) : ''
    if (/^(?:\p{L}|\d{1,2}|.*\.\p{L})$/u.test(last) || isAbbreviation(last.toLowerCase())) continue
    sentences.push(open)
    open = ''
  }
  return open === '' ? sentences : [...sentences, open]
}
