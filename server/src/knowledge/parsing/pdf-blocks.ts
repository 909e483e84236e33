import type { Block } from '#server/knowledge/passages.ts'
import { bodyFontSize, removeHeadersAndFooters, type TextLine } from './pdf-lines.ts'

const ITEM = /^(?:[•‣◦▪●–-]|\d{1,2}[.)]|[a-z]\))\s+\S/u
const NUMBERED_HEADING = /^\d{1,2}(?:\.\d{1,2}){0,3}\.?\s+\p{Lu}/u
const MAX_HEADING = 120
/** A line whose font is this much larger than the body's is a heading. */
const HEADING_SIZE = 1.15
/** A line gap this much wider than usual ends a paragraph. */
const WIDE_GAP = 1.35

type PrintedBlock = Block & { page: number; size: number }

/** Groups the lines of pages into headings, paragraphs and list items; a paragraph across a page break stays one block. */
export function linesToBlocks(given: readonly TextLine[][]): (Block & { page: number })[] {
  const pages = removeHeadersAndFooters(given)
  const bodySize = bodyFontSize(pages)
  const blocks: PrintedBlock[] = []
  for (const [index, lines] of pages.entries()) {
    for (const block of groupIntoBlocks(lines, index + 1)) {
      const last = blocks.at(-1)
      if (last && last.page < block.page && continues(last, block)) last.text = joinLines(last.text, block.text)
      else blocks.push(block)
    }
  }
  return blocks.map(({ text, page, size, kind }) => ({
    kind: isHeading(text, size, bodySize) ? 'heading' : kind,
    text,
    page,
  }))
}

function groupIntoBlocks(lines: readonly TextLine[], page: number): PrintedBlock[] {
  const usual = usualGap(lines)
  const blocks: PrintedBlock[] = []
  let before: TextLine | undefined
  for (const line of lines) {
    const open = blocks.at(-1)
    if (open && before && isSameParagraph(before, line, usual)) open.text = joinLines(open.text, line.text)
    else blocks.push({ kind: ITEM.test(line.text) ? 'item' : 'paragraph', text: line.text, page, size: line.size })
    before = line
  }
  return blocks
}

function isSameParagraph(before: TextLine, line: TextLine, usualGap: number): boolean {
  if (ITEM.test(line.text) || Math.abs(before.size - line.size) > 0.6) return false
  const gap = before.y - line.y
  // A step upward is the next column, where a sentence may continue.
  if (gap < 0) return !endsSentence(before.text)
  return gap <= Math.max(usualGap * WIDE_GAP, before.size * 0.6)
}

/** A typical distance between two lines of the page. */
function usualGap(lines: readonly TextLine[]): number {
  const gaps = lines
    .slice(1)
    .map((line, index) => (lines[index] as TextLine).y - line.y)
    .filter((gap) => gap > 0)
    .sort((a, b) => a - b)
  return gaps[Math.floor(gaps.length / 3)] ?? 0
}

const endsSentence = (text: string) => /[.!?:;…]["'”’)\]]?$/.test(text)

const continues = (last: PrintedBlock, block: PrintedBlock) =>
  block.kind === 'paragraph' &&
  Math.abs(last.size - block.size) <= 0.6 &&
  !endsSentence(last.text) &&
  /^\p{Ll}/u.test(block.text)

/** Joins two lines; a word that was hyphenated at the line end is joined too. */
const joinLines = (text: string, more: string) =>
  /\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(more) ? text.slice(0, -1) + more : `${text} ${more}`

function isHeading(text: string, size: number, bodySize: number): boolean {
  if (text.length > MAX_HEADING || /[.!?;,]$/.test(text)) return false
  return size >= bodySize * HEADING_SIZE || (NUMBERED_HEADING.test(text) && text.length <= 80)
}
