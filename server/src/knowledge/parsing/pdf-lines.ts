/** A line of a page: `y` grows upward, `size` is the font size, both in points. */
export type TextLine = { text: string; x: number; y: number; size: number }

/** A text item of pdf.js. */
export type TextItem = { str: string; transform: number[]; hasEOL: boolean }

/** Joins the text items of a page into lines, in reading order. */
export function groupIntoLines(items: readonly TextItem[]): TextLine[] {
  const lines: TextLine[] = []
  let open: TextLine | null = null
  for (const { str, transform, hasEOL } of items) {
    if (str !== '') {
      const [, , c = 0, d = 0, x = 0, y = 0] = transform
      open ??= { text: '', x, y, size: Math.hypot(c, d) }
      open.text += str
    }
    if (hasEOL && open) {
      lines.push(open)
      open = null
    }
  }
  if (open) lines.push(open)
  return lines
    .map((line) => ({ ...line, text: line.text.replace(/\s+/g, ' ').trim() }))
    .filter(({ text }) => text !== '')
}

/** How many lines at each end of a page may be its header or footer. */
const MARGIN_LINES = 2
const MIN_PAGES = 4

/** Removes lines that are at the top or bottom of at least half of the pages: titles, page numbers. */
export function removeHeadersAndFooters(pages: readonly TextLine[][]): TextLine[][] {
  if (pages.length < MIN_PAGES) return [...pages]
  const counts = new Map<string, number>()
  for (const lines of pages) {
    for (const key of new Set(marginLines(lines).map(marginKey))) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const isMargin = (line: TextLine) => (counts.get(marginKey(line)) ?? 0) >= pages.length / 2
  return pages.map((lines) => {
    const margins = new Set(marginLines(lines).filter(isMargin))
    return lines.filter((line) => !margins.has(line))
  })
}

const marginLines = (lines: TextLine[]): TextLine[] => [...lines.slice(0, MARGIN_LINES), ...lines.slice(-MARGIN_LINES)]

/** Digits are replaced, so that lines with page numbers are equal on all pages. */
const marginKey = ({ text }: TextLine): string => text.replace(/\d+/g, '#')

/** The font size of most of the text. */
export function bodyFontSize(pages: readonly TextLine[][]): number {
  const letters = new Map<number, number>()
  for (const { size, text } of pages.flat()) {
    const rounded = Math.round(size * 2) / 2
    letters.set(rounded, (letters.get(rounded) ?? 0) + text.length)
  }
  let [body, most] = [0, 0]
  for (const [size, count] of letters) if (count > most) [body, most] = [size, count]
  return body
}
