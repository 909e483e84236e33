import {
  headerBlockAt,
  introductionAt,
  introductionLines,
  isAboveEarlierMail,
  isAboveForwardedMail,
  isForwardSubject,
} from './introductions.ts'
import { isBlank, type Line, textOfLines } from './line.ts'
import { footerStart, isSignatureDelimiter, isWrittenByProgram } from './signatures.ts'

type Folded = { body: string; quoted: string | null }
/** `own`: what the sender wrote or passes on. */
type Kind = 'own' | 'quote' | 'signature'

/** A signature of more lines is text behind a line of two dashes. */
const MOST_SIGNATURE_LINES = 40

/**
 * Splits a mail into what its sender wrote and what is folded: earlier mails, signatures, the footers of lists. A mail that is passed on stays,
 * since it is what the sender wants to show; so do quoted lines between which the sender answered. Where nothing would stay, and no
 * file came with it, all does.
 */
export function foldLines(lines: readonly Line[], context: { hasFiles: boolean; subject: string }): Folded {
  const texts = lines.map(({ text }) => text)
  const forward = forwardStart(lines, texts)
  const rest = restStart(lines.slice(0, forward), texts, context.subject)
  const end = rest.isForward ? rest.at : Math.min(rest.at, forward)
  const kinds = kindsOf(lines.slice(0, end), texts)
  // What is passed on stays; what an answer has below it is folded.
  const tail: Kind = rest.at < forward && !rest.isForward ? 'quote' : 'own'
  const all = [...kinds, ...lines.slice(end).map(() => tail)]
  const hasOwn = lines.some((line, at) => all[at] === 'own' && !isBlank(line))
  if (!hasOwn && !context.hasFiles) return { body: textOfLines(lines), quoted: null }
  const pick = (isOwn: boolean) => textOfLines(lines.filter((_, at) => (all[at] === 'own') === isOwn))
  return { body: pick(true), quoted: pick(false) || null }
}

/** Where a mail that is passed on begins: the line count without one. In an answer that line is quoted, below what introduces the answer. */
function forwardStart(lines: readonly Line[], texts: readonly string[]): number {
  const at = texts.findIndex(isAboveForwardedMail)
  if (at < 0) return lines.length
  const isQuoted = (line: Line) => (line.depth > 0 || line.mark !== null) && line.mark !== 'signature'
  const above = lines.slice(0, at)
  const last = above.findLastIndex((line) => !isBlank(line))
  const isIntroduced = (lines[at]?.depth ?? 0) > 0 && introductionLines(texts, last + 1) > 0
  return isIntroduced || above.some((line) => isQuoted(line) && !isBlank(line)) ? lines.length : at
}

/** Where an earlier mail begins that goes on to the end, and whether the sender passes it on. */
function restStart(
  lines: readonly Line[],
  texts: readonly string[],
  subject: string,
): { at: number; isForward: boolean } {
  for (const [at, line] of lines.entries()) {
    if (line.depth > 0 || isBlank(line)) continue
    const block = headerBlockAt(texts, at)
    const isStart =
      block !== null || line.mark === 'rest' || isAboveEarlierMail(line.text) || isUnmarked(lines, texts, at)
    if (isStart) return { at: withLinesAbove(texts, at), isForward: isForwardSubject(subject) && block !== null }
  }
  return { at: lines.length, isForward: false }
}

/** A line of dashes, or the words "Original Message", above the header lines belong to them. */
function withLinesAbove(texts: readonly string[], at: number): number {
  let start = at
  while (start > 0 && /^[\s_–—-]*$|^\s*original message\s*$/i.test(texts[start - 1] ?? '')) start -= 1
  return start
}

/** An introduction below which the earlier mail is not marked as quoted. */
function isUnmarked(lines: readonly Line[], texts: readonly string[], at: number): boolean {
  const count = introductionAt(texts, at)
  if (count === 0) return false
  let next = at + count
  while (next < lines.length && isBlank(lines[next] as Line)) next += 1
  const line = lines[next]
  return line !== undefined && line.depth === 0 && line.mark === null
}

function kindsOf(lines: readonly Line[], allTexts: readonly string[]): Kind[] {
  const texts = allTexts.slice(0, lines.length)
  const kinds: Kind[] = lines.map(({ depth, mark }) =>
    mark === 'signature' ? 'signature' : depth > 0 || mark === 'quote' || mark === 'introduction' ? 'quote' : 'own',
  )
  introduce(kinds, lines, texts)
  markSignatures(kinds, lines, texts)
  return foldRuns(kinds, lines)
}

/** What introduces quoted lines belongs to them. */
function introduce(kinds: Kind[], lines: readonly Line[], texts: readonly string[]): void {
  for (const [at, kind] of kinds.entries()) {
    if (kind !== 'quote' || kinds[at - 1] === 'quote') continue
    let end = at
    // Not over an earlier quote, whose lines may be blank too: many short ones would be walked over again and again.
    while (end > 0 && kinds[end - 1] !== 'quote' && isBlank(lines[end - 1] as Line)) end -= 1
    // A line of dashes above the quoted lines, too.
    const count = introductionLines(texts, end) || (/^\s*[-_–—=]{5,}\s*$/.test(texts[end - 1] ?? '') ? 1 : 0)
    if (count > 0) kinds.fill('quote', end - count, at)
  }
}

/** From the end to the beginning, so that each line knows what comes next. */
function markSignatures(kinds: Kind[], lines: readonly Line[], texts: readonly string[]): void {
  const footer = footerStart(texts)
  if (footer !== null) kinds.fill('signature', footer)
  let end = kinds.length
  let written = 0
  let isLast = true
  for (let at = kinds.length - 1; at >= 0; at -= 1) {
    if (kinds[at] === 'quote') end = at
    if (kinds[at] !== 'own') {
      isLast = true
      written = kinds[at] === 'quote' ? 0 : written
      continue
    }
    if (isBlank(lines[at] as Line)) continue
    written += 1
    const text = texts[at] ?? ''
    // With text behind the quoted lines it is still the signature of what stands above them.
    if (isSignatureDelimiter(text) && written <= MOST_SIGNATURE_LINES) fillOwn(kinds, at, end)
    else if (isLast && isWrittenByProgram(text)) kinds[at] = 'signature'
    isLast = kinds[at] === 'signature'
  }
}

function fillOwn(kinds: Kind[], from: number, to: number): void {
  for (let at = from; at < to; at += 1) if (kinds[at] === 'own') kinds[at] = 'signature'
}

/**
 * Quoted lines at the end are folded, and so are those at the beginning above an answer. Quoted lines with what the sender wrote on both sides,
 * or several of them with answers between, stay: the answers mean nothing without them.
 */
function foldRuns(kinds: readonly Kind[], lines: readonly Line[]): Kind[] {
  const isOwnText = (at: number) => kinds[at] === 'own' && !isBlank(lines[at] as Line)
  const first = kinds.findIndex((_, at) => isOwnText(at))
  const last = kinds.findLastIndex((_, at) => isOwnText(at))
  const quotes = kinds.flatMap((kind, at) => (kind === 'quote' && !isBlank(lines[at] as Line) ? [at] : []))
  const isOneAbove = quotes.every((at) => at < first || at > last)
  const start = quotes[0] ?? kinds.length
  return kinds.map((kind, at) => {
    if (kind !== 'quote') return kind
    return !isOneAbove && at >= start && at < last ? 'own' : 'quote'
  })
}
