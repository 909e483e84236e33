import { lexer, type Token, type Tokens } from 'marked'

/** A passage of a text that is understood alone: plain text, at most 600 characters, whole sentences where possible. */
export type Passage = {
  heading: string | null
  /** The page it begins on, from 1; null in a text without pages. */
  page: number | null
  text: string
}

/** Most characters of a passage, since an answer quotes it whole. */
export const MAX_PASSAGE = 600
/** From this length on a new paragraph begins a new passage. */
const TARGET_LENGTH = 400
/** A section that is shorter is joined with the next one. */
const MIN_LENGTH = 120

/**
 * Splits Markdown (or plain text) into passages of about 400 to 600 characters. Borders are headings, paragraphs, list items and
 * table rows, and within a long paragraph its sentences. Pure and deterministic: the same text gives the same passages.
 */
export const splitIntoPassages = (markdown: string): Passage[] => passagesFromBlocks(toBlocks(lexer(markdown)))

/** Groups blocks into passages; each block may have the page it begins on. */
export function passagesFromBlocks(blocks: readonly Block[]): Passage[] {
  const passages: Passage[] = []
  /** The last passage, while blocks may be added to it. */
  let open: Passage | undefined
  let heading: string | null = null
  /** A heading that is written into the passage, because the section before it was too short to be one. */
  let inner: string | null = null
  for (const block of blocks) {
    if (block.kind === 'heading') {
      heading = block.text
      if (open && open.text.length >= MIN_LENGTH) open = undefined
      inner = open ? heading : null
      continue
    }
    for (const piece of splitBlock(block.text)) {
      const joint: string = block.kind === 'item' && !inner ? '\n' : '\n\n'
      const addition: string = inner ? `${joint}${inner}\n${piece}` : joint + piece
      inner = null
      // A passage stays on one page, so that a customer finds it on the page of the citation.
      const fitsPage: boolean = open?.page === (block.page ?? null) || (open?.text.length ?? 0) < MIN_LENGTH
      if (open && fitsPage && open.text.length < TARGET_LENGTH && open.text.length + addition.length <= MAX_PASSAGE) {
        open.text += addition
        continue
      }
      open = { heading, page: block.page ?? null, text: piece }
      passages.push(open)
    }
  }
  return passages
}

/** A heading, paragraph or list item, in reading order. */
export type Block = { kind: 'heading' | 'paragraph' | 'item'; text: string; page?: number }

function toBlocks(tokens: Token[]): Block[] {
  return tokens.flatMap((token): Block[] => {
    if (token.type === 'heading') return createBlocks('heading', toPlainText(token.tokens))
    if (token.type === 'list') return listBlocks(token as Tokens.List)
    if (token.type === 'table') return tableBlocks(token as Tokens.Table)
    if (token.type === 'blockquote') return toBlocks(token.tokens ?? [])
    if (token.type === 'code') return createBlocks('paragraph', (token as Tokens.Code).text)
    if (token.type === 'paragraph' || token.type === 'text')
      return createBlocks('paragraph', toPlainText(token.tokens ?? [token]))
    return []
  })
}

const createBlocks = (kind: Block['kind'], text: string): Block[] => {
  const clean = text.replace(/[ \t]+/g, ' ').trim()
  return clean === '' ? [] : [{ kind, text: clean }]
}

function listBlocks(list: Tokens.List): Block[] {
  const first = Number(list.start) || 1
  return list.items.flatMap((item, position) => {
    const mark = list.ordered ? `${first + position}. ` : '- '
    const [head, ...rest] = toBlocks(item.tokens)
    if (!head) return []
    return [
      { kind: 'item', text: mark + head.text } as Block,
      ...rest.map((block) => ({ ...block, kind: 'item' }) as Block),
    ]
  })
}

/** Each row with the names of its columns, so that it is understood when it is quoted alone. */
function tableBlocks(table: Tokens.Table): Block[] {
  const names = table.header.map((cell) => toPlainText(cell.tokens))
  return table.rows.flatMap((row) => {
    const cells = row.map((cell, column) => ({ name: names[column] ?? '', value: toPlainText(cell.tokens) }))
    const filledCells = cells.filter((cell) => cell.value !== '')
    return createBlocks(
      'item',
      `- ${filledCells.map((cell) => (cell.name ? `${cell.name}: ${cell.value}` : cell.value)).join(', ')}`,
    )
  })
}

/** Inline Markdown as plain text: without the syntax of emphasis, links and code, without images and raw HTML. */
function toPlainText(tokens: Token[] | undefined): string {
  return (tokens ?? [])
    .map((token): string => {
      if (token.type === 'br') return '\n'
      if (token.type === 'image' || token.type === 'html') return ''
      if ('tokens' in token && token.tokens) return toPlainText(token.tokens)
      return unescapeHtml('text' in token ? String(token.text) : '')
    })
    .join('')
    .trim()
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

const unescapeHtml = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => ENTITIES[name] ?? whole)

/** Splits a block that is too long for one passage between sentences, and a sentence that is too long between words. */
function splitBlock(text: string): string[] {
  if (text.length <= MAX_PASSAGE) return [text]
  const pieces: string[] = []
  let open = ''
  for (const sentence of splitSentences(text).flatMap(splitLongSentence)) {
    if (open && (open.length + sentence.length + 1 > MAX_PASSAGE || open.length >= TARGET_LENGTH)) {
      pieces.push(open)
      open = ''
    }
    open = open ? `${open} ${sentence}` : sentence
  }
  return open ? [...pieces, open] : pieces
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

const splitSentences = (text: string): string[] =>
  [...segmenter.segment(text)].map(({ segment }) => segment.trim()).filter((segment) => segment !== '')

function splitLongSentence(sentence: string): string[] {
  const chunks: string[] = []
  let rest = sentence
  while (rest.length > MAX_PASSAGE) {
    const space = rest.lastIndexOf(' ', MAX_PASSAGE - 1)
    const at = space > MAX_PASSAGE / 2 ? space : MAX_PASSAGE - 1
    chunks.push(`${rest.slice(0, at).trimEnd()}…`)
    rest = rest.slice(at).trimStart()
  }
  return rest ? [...chunks, rest] : chunks
}
