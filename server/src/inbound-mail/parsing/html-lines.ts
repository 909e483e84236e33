import { Parser } from 'htmlparser2'
import { isQuoted, markOf, type Tag } from './html-marks.ts'
import { isBlank, type Line, linesOfText, type Mark } from './line.ts'
import { noPictures, type PlacePicture } from './pictures.ts'

const BETWEEN_CELLS = ' | '
const MOST_OPEN = 2000
/** A longer line ends at its next space. */
const LONGEST_LINE = 20_000
const wordsOf = (text: string) => new Set(text.split(' '))
/** Elements whose content is never shown. */
const NEVER_SHOWN = wordsOf('script style title template xml object audio video canvas select textarea iframe')
/** Elements that begin and end a line, and those that have a blank line around them. */
const BLOCKS = wordsOf(
  'address article aside body button caption center dd details div dl dt fieldset figcaption figure footer form header hr html legend li main nav section summary tbody text tfoot thead tr',
)
const SPACED = wordsOf('blockquote h1 h2 h3 h4 h5 h6 ol p pre table ul')
const HIDDEN =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|(?:font-size|opacity)\s*:\s*0(?:\.0+)?(?:px|pt|em|%)?\s*(?:;|!|$)|max-height\s*:\s*0)/i
/** Characters without width, with which newsletters fill their hidden lines. */
const WITHOUT_WIDTH = /\u00ad|\u034f|\u180e|\u200b|[\u2060-\u2064]|\ufeff/g

/** An open element, with what it inherited. */
type Open = {
  tag: Tag
  isHidden: boolean
  isPre: boolean
  depth: number
  mark: Mark | null
  linkStart: number
  items: number
}

type Page = {
  lines: Line[]
  /** The line that is being written. */
  current: string
  /** It ends with a space: asked of a long line at each piece of it, that would take long. */
  isSpaced: boolean
  depth: number
  mark: Mark | null
  open: Open[]
  /** What comes before the next text: nothing, a new line, a blank line. */
  pending: 0 | 1 | 2
  prefix: string
  /** An earlier mail begins with the next line. */
  isRestNext: boolean
  /** Lines before each row of a table that is being written. */
  rowStarts: number[]
  place: PlacePicture
}

const ROOT: Open = {
  tag: { name: '', attributes: {} },
  isHidden: false,
  isPre: false,
  depth: 0,
  mark: null,
  linkStart: -1,
  items: 0,
}

/**
 * The lines of an HTML text as a person reads them: list items and table rows are lines, links have their address behind them, pictures are
 * their descriptions, those of the mail itself the words that `place` gives, quoted mails begin with `>`. What a mail program does not show is left out, and nothing is loaded. The markup is read
 * once from its beginning to its end, so that none takes long.
 */
export function linesOfHtml(html: string, place: PlacePicture = noPictures): Line[] {
  const page: Page = {
    lines: [],
    current: '',
    isSpaced: false,
    depth: 0,
    mark: null,
    open: [],
    pending: 0,
    prefix: '',
    isRestNext: false,
    rowStarts: [],
    place,
  }
  const parser = new Parser({
    onopentag: (name, attributes) => openTag(page, { name, attributes }),
    onclosetag: () => closeTag(page),
    ontext: (text) => write(page, text),
  })
  try {
    parser.end(html)
  } catch (error) {
    if (error instanceof TooDeepError) return linesOfText(html.replace(/<[^<>]{1,5000}>/g, '\n'))
    throw error
  }
  endLine(page)
  return page.lines
}

/** Markup that no program writes: its words are read without it, since the time it takes grows with the square of its depth. */
class TooDeepError extends Error {}

const innermost = ({ open }: Page): Open => open.at(-1) ?? ROOT

function openTag(page: Page, tag: Tag): void {
  const { name, attributes } = tag
  if (page.open.length > MOST_OPEN) throw new TooDeepError('too deep')
  const outer = innermost(page)
  const mark = markOf(tag)
  if (mark === 'rest') page.isRestNext = true
  page.open.push({
    tag,
    isHidden: outer.isHidden || NEVER_SHOWN.has(name) || 'hidden' in attributes || HIDDEN.test(attributes.style ?? ''),
    isPre: outer.isPre || name === 'pre',
    depth: outer.depth + (isQuoted(tag) ? 1 : 0),
    mark: mark === 'rest' ? outer.mark : (mark ?? outer.mark),
    linkStart: page.current.length,
    items: 0,
  })
  if (innermost(page).isHidden) return
  breakAt(page, tag)
  if (name === 'br') lineBreak(page)
  else if (name === 'img') picture(page, attributes)
  else if (name === 'li') page.prefix = itemPrefix(page)
  else if (name === 'tr') beginRow(page)
  else if (name === 'td' || name === 'th') beginCell(page)
}

function closeTag(page: Page): void {
  const closed = page.open.pop()
  if (!closed || closed.isHidden) return
  if (closed.tag.name === 'a') addAddress(page, closed)
  if (closed.tag.name === 'tr') page.rowStarts.pop()
  breakAt(page, closed.tag)
}

function breakAt(page: Page, { name, attributes }: Tag): void {
  if (SPACED.has(name)) {
    const isTight = /^Mso/.test(attributes.class ?? '') || /margin(?:-top)?\s*:\s*0/.test(attributes.style ?? '')
    const isInner = name !== 'p' && innermost(page).tag.name === 'li'
    page.pending = isTight || isInner ? (Math.max(page.pending, 1) as 1 | 2) : 2
  } else if (BLOCKS.has(name)) page.pending = Math.max(page.pending, 1) as 1 | 2
}

function beginRow(page: Page): void {
  endLine(page)
  page.rowStarts.push(page.lines.length)
}

/** A cell goes on in the line of its row, unless that has several lines already. */
function beginCell(page: Page): void {
  if (page.current === '' || page.lines.length > (page.rowStarts.at(-1) ?? 0))
    page.pending = Math.max(page.pending, 1) as 1 | 2
  else {
    page.pending = 0
    page.prefix = BETWEEN_CELLS
  }
}

function itemPrefix({ open }: Page): string {
  const lists = open.filter(({ tag: { name } }) => name === 'ul' || name === 'ol')
  const list = lists.at(-1)
  if (list) list.items += 1
  const number = list?.tag.name === 'ol' ? `${list.items + Number(list.tag.attributes.start ?? 1) - 1}. ` : '- '
  return '  '.repeat(Math.min(20, Math.max(0, lists.length - 1))) + number
}

function picture(page: Page, { src = '', alt = '', width, height }: Record<string, string>): void {
  const isTracker = [width, height].some((size) => size !== undefined && Number.parseInt(size, 10) <= 1)
  if (isTracker) return
  const words = page.place(src, alt) ?? (alt.trim() && `[${alt.trim()}]`)
  if (words) write(page, words)
}

/** The address of a link behind its text, unless the text is the address. */
function addAddress(page: Page, { tag, linkStart }: Open): void {
  const href = tag.attributes.href?.trim() ?? ''
  const text = page.current.slice(linkStart).trim()
  if (text === '' || !/^(?:https?|mailto|tel|ftp):/i.test(href)) return
  const address = href.replace(/^mailto:/i, '')
  const bare = (one: string) => one.replace(/^[a-z]+:(?:\/\/)?(?:www\.)?|\/$/gi, '').toLowerCase()
  if (!text.includes(address) && bare(text) !== bare(address)) page.current = `${page.current.trimEnd()} <${address}>`
  page.isSpaced = page.current.endsWith(' ')
}

function write(page: Page, given: string): void {
  const { isHidden, isPre, depth, mark } = innermost(page)
  if (isHidden) return
  if (isPre) {
    writeLines(page, given)
    return
  }
  const text = given.replace(WITHOUT_WIDTH, '').replace(/[\s\u00a0]+/g, ' ')
  if (text.trim() === '' && (page.current === '' || page.pending > 0 || page.prefix !== '')) return
  begin(page, depth, mark)
  const isLong = page.current.length > LONGEST_LINE && text.startsWith(' ')
  if (isLong) endLine(page)
  const shown = page.current === '' || page.isSpaced ? text.trimStart() : text
  page.current += shown
  if (shown !== '') page.isSpaced = shown.endsWith(' ')
}

/** Text whose spaces and line breaks count. */
function writeLines(page: Page, given: string): void {
  const { depth, mark } = innermost(page)
  given.split(/\r\n?|\n/).forEach((text, index) => {
    if (index > 0) lineBreak(page)
    if (text === '') return
    begin(page, depth, mark)
    page.current += text.replace(/\u00a0/g, ' ')
  })
}

/** Ends the line before, if one has to end, and begins another. */
function begin(page: Page, depth: number, mark: Mark | null): void {
  if (page.pending > 0) {
    endLine(page)
    if (page.pending === 2) blankLine(page, depth)
    page.pending = 0
  }
  if (page.current === '') {
    page.depth = depth
    page.mark = page.isRestNext ? 'rest' : mark
    page.isRestNext = false
    if (page.prefix === BETWEEN_CELLS) page.prefix = ''
  }
  page.current = page.prefix === BETWEEN_CELLS ? page.current.trimEnd() + page.prefix : page.current + page.prefix
  if (page.prefix !== '') page.isSpaced = true
  page.prefix = ''
}

/** A blank line before a paragraph, not two. */
function blankLine({ lines, rowStarts }: Page, depth: number): void {
  const last = lines.at(-1)
  if (!last || isBlank(last)) return
  // The row of a table begins behind it.
  if (rowStarts.at(-1) === lines.length) rowStarts[rowStarts.length - 1] = lines.length + 1
  lines.push(lineOf('', Math.min(depth, last.depth), last.mark === 'rest' ? null : last.mark))
}

function endLine(page: Page): void {
  if (page.current.trim() !== '') page.lines.push(lineOf(page.current.trimEnd(), page.depth, page.mark))
  page.current = ''
  page.isSpaced = false
}

function lineBreak(page: Page): void {
  const { depth, mark } = innermost(page)
  if (page.current.trim() !== '') endLine(page)
  else page.lines.push(lineOf('', depth, mark))
  page.pending = 0
}

const lineOf = (text: string, depth: number, mark: Mark | null): Line => ({
  text: `${'> '.repeat(Math.min(depth, 50))}${text}`,
  depth,
  mark,
})
