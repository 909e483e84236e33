import { lexer, type Token, type Tokens } from 'marked'

/** A piece of a text that can stand alone: plain words, at most 600 characters, whole sentences wherever there are any. */
export type Passage = {
  heading: string | null
  /** Where it begins, counted from 1; null in a text without pages. */
  page: number | null
  text: string
}

/** An answer that is longer than this is no answer. */
export const MAX_PASSAGE = 600
/** From here on a new paragraph may begin a new passage. */
const ENOUGH = 400
/** A section that is shorter than this does not stand alone. */
const TOO_LITTLE = 120

/**
 * Splits Markdown (or plain text) into passages of about 400 to 600 characters. Borders are headings, paragraphs, list items and
 * table rows, and within a long paragraph its sentences. Pure and deterministic: the same text gives the same passages.
 */
export const splitIntoPassages = (markdown: string): Passage[] => passagesFromBlocks(blocksOf(lexer(markdown)))

/** The same for a text whose blocks are known already, each with the page it begins on if it has pages. */
export function passagesFromBlocks(blocks: readonly Block[]): Passage[] {
  const passages: Passage[] = []
  /** The last of them, while more may be added to it. */
  let open: Passage | undefined
  let heading: string | null = null
  /** A heading inside a passage, because what stood before it was too little to stand alone. */
  let inner: string | null = null
  for (const block of blocks) {
    if (block.kind === 'heading') {
      heading = block.text
      if (open && open.text.length >= TOO_LITTLE) open = undefined
      inner = open ? heading : null
      continue
    }
    for (const piece of piecesOf(block.text)) {
      const joint: string = block.kind === 'item' && !inner ? '\n' : '\n\n'
      const addition: string = inner ? `${joint}${inner}\n${piece}` : joint + piece
      inner = null
      // A passage stays on its page, so that a customer who is sent there finds it.
      const isHere: boolean = open?.page === (block.page ?? null) || (open?.text.length ?? 0) < TOO_LITTLE
      if (open && isHere && open.text.length < ENOUGH && open.text.length + addition.length <= MAX_PASSAGE) {
        open.text += addition
        continue
      }
      open = { heading, page: block.page ?? null, text: piece }
      passages.push(open)
    }
  }
  return passages
}

/** What a text is made of, in reading order. */
export type Block = { kind: 'heading' | 'paragraph' | 'item'; text: string; page?: number }

function blocksOf(tokens: Token[]): Block[] {
  return tokens.flatMap((token): Block[] => {
    if (token.type === 'heading') return filled('heading', plain(token.tokens))
    if (token.type === 'list') return itemsOf(token as Tokens.List)
    if (token.type === 'table') return rowsOf(token as Tokens.Table)
    if (token.type === 'blockquote') return blocksOf(token.tokens ?? [])
    if (token.type === 'code') return filled('paragraph', (token as Tokens.Code).text)
    if (token.type === 'paragraph' || token.type === 'text') return filled('paragraph', plain(token.tokens ?? [token]))
    return []
  })
}

const filled = (kind: Block['kind'], text: string): Block[] => {
  const clean = text.replace(/[ \t]+/g, ' ').trim()
  return clean === '' ? [] : [{ kind, text: clean }]
}

function itemsOf(list: Tokens.List): Block[] {
  const first = Number(list.start) || 1
  return list.items.flatMap((item, position) => {
    const mark = list.ordered ? `${first + position}. ` : '- '
    const [head, ...rest] = blocksOf(item.tokens)
    if (!head) return []
    return [
      { kind: 'item', text: mark + head.text } as Block,
      ...rest.map((block) => ({ ...block, kind: 'item' }) as Block),
    ]
  })
}

/** A row is told with the names of its columns, so that it still says something when it is quoted alone. */
function rowsOf(table: Tokens.Table): Block[] {
  const names = table.header.map((cell) => plain(cell.tokens))
  return table.rows.flatMap((row) => {
    const cells = row.map((cell, column) => ({ name: names[column] ?? '', value: plain(cell.tokens) }))
    const said = cells.filter((cell) => cell.value !== '')
    return filled(
      'item',
      `- ${said.map((cell) => (cell.name ? `${cell.name}: ${cell.value}` : cell.value)).join(', ')}`,
    )
  })
}

/** The words of inline Markdown: emphasis, links and code lose their marks, pictures and raw HTML go. */
function plain(tokens: Token[] | undefined): string {
  return (tokens ?? [])
    .map((token): string => {
      if (token.type === 'br') return '\n'
      if (token.type === 'image' || token.type === 'html') return ''
      if ('tokens' in token && token.tokens) return plain(token.tokens)
      return unescapeHtml('text' in token ? String(token.text) : '')
    })
    .join('')
    .trim()
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

const unescapeHtml = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => ENTITIES[name] ?? whole)

/** A block that is too long for one passage, cut between sentences; a sentence that is too long alone is cut between words. */
function piecesOf(text: string): string[] {
  if (text.length <= MAX_PASSAGE) return [text]
  const pieces: string[] = []
  let open = ''
  for (const sentence of sentencesOf(text).flatMap(chunksOf)) {
    if (open && (open.length + sentence.length + 1 > MAX_PASSAGE || open.length >= ENOUGH)) {
      pieces.push(open)
      open = ''
    }
    open = open ? `${open} ${sentence}` : sentence
  }
  return open ? [...pieces, open] : pieces
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

const sentencesOf = (text: string): string[] =>
  [...segmenter.segment(text)].map(({ segment }) => segment.trim()).filter((segment) => segment !== '')

function chunksOf(sentence: string): string[] {
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
