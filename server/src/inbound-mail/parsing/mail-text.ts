import { withoutArmour } from './armour.ts'
import type { MailParts, TextForms } from './collect-parts.ts'
import { foldLines } from './fold.ts'
import { linesOfHtml } from './html-lines.ts'
import { MOST_CHARACTERS } from './limits.ts'
import { isBlank, type Line, linesOfText, textOfLines } from './line.ts'
import { noPictures, type PlacePicture, placePictures } from './pictures.ts'

type Folded = { body: string; quoted: string | null }

/** The text of a mail: what its sender wrote, and what is folded. No word of its forms is in neither. */
export function readText(parts: MailParts, subject: string): Folded {
  const winmails = parts.winmails.map(({ html, text }) => ({ html, plain: text }))
  const texts = parts.texts.filter(({ html, plain }) => html.trim() !== '' || plain.trim() !== '')
  const [forms, others] = texts.length > 0 ? [texts, winmails] : [winmails, []]
  const place = placePictures(parts.attachments)
  const read = forms.map((one) => linesOf(one, place))
  const lines = read.flatMap((one) => one.lines)
  const armour = withoutArmour(lines)
  const hasFiles = parts.attachments.length > 0 || parts.events.length > 0
  const folded = foldLines(armour?.lines ?? lines, { hasFiles, subject })
  const known = wordsOf(textOfLines(lines))
  const further = [
    ...read.flatMap(({ further: rest }) => rest),
    ...others.flatMap((one) => missing(linesOf(one, noPictures).lines, known)),
  ]
  const quoted = [
    armour && textOfLines(armour.above),
    folded.quoted,
    armour && textOfLines(armour.below),
    textOfLines(further),
  ]
  return {
    body: [folded.body, ...eventTexts(parts, folded.body)].filter(Boolean).join('\n\n'),
    quoted: quoted.filter(Boolean).join('\n\n') || null,
  }
}

/**
 * The lines of a text in one of its forms: the HTML, which says what is quoted, unless it holds no words. `further`: the lines of the other
 * form with words that the first one lacks.
 */
function linesOf({ html, plain }: TextForms, place: PlacePicture): { lines: Line[]; further: Line[] } {
  const ofText = linesOfText(withoutControls(plain.slice(0, MOST_CHARACTERS)))
  const ofHtml = html === '' ? [] : linesOfHtml(withoutControls(html.slice(0, MOST_CHARACTERS)), place)
  if (ofHtml.every(isBlank)) return { lines: ofText, further: [] }
  return { lines: ofHtml, further: plain === '' ? [] : missing(ofText, wordsOf(textOfLines(ofHtml))) }
}

/** The lines with a word that is not among the known ones. Addresses and pictures are written in other ways in each form. */
const missing = (lines: readonly Line[], known: ReadonlySet<string>): Line[] =>
  lines.filter(({ text }) => [...wordsOf(text.replace(OF_A_FORM, ' '))].some((word) => !known.has(word)))

const OF_A_FORM = /\[(?:image|cid):[^\]]{0,500}\]|<?\b(?:https?|mailto|tel|cid):[^\s<>)\]]{1,2000}>?/gi

const wordsOf = (text: string): Set<string> =>
  new Set(
    text
      .toLowerCase()
      .normalize('NFKC')
      .match(/[\p{L}\p{N}]+/gu),
  )

// biome-ignore lint/suspicious/noControlCharactersInRegex: characters that no text of a mail needs
const withoutControls = (text: string): string => text.replace(/[\u0000-\u0008\u000b\u000e-\u001f\u007f]/g, ' ')

/** What a mail invites to; its description only where the text does not have it. */
function eventTexts({ events }: MailParts, body: string): string[] {
  const seen = new Set<string>()
  return events.flatMap(({ lines, description }) => {
    const text = lines.join('\n')
    // The same date often comes twice, as a form of the text and as a file, which has less of it.
    const key = lines.slice(0, 2).join('\n')
    if (seen.has(key)) return []
    seen.add(key)
    const known = wordsOf(body)
    const isKnown = [...wordsOf(description)].every((word) => known.has(word))
    return [isKnown ? text : `${text}\n${description}`]
  })
}
