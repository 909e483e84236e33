/** A line of a page as it is printed: `y` grows upward, `size` is that of its letters, both in points. */
export type TextLine = { text: string; x: number; y: number; size: number }

/** A piece of text as pdf.js gives it. */
export type TextItem = { str: string; transform: number[]; hasEOL: boolean }

/** Joins the pieces of a page to its lines, in reading order. */
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

/** How many lines at each end of a page may be its head or foot. */
const MARGIN_LINES = 2
const MIN_PAGES = 4

/** Leaves out what stands at the head or foot of at least half of the pages: titles, page numbers. */
export function removeHeadersAndFooters(pages: readonly TextLine[][]): TextLine[][] {
  if (pages.length < MIN_PAGES) return [...pages]
  const counts = new Map<string, number>()
  for (const lines of pages) {
    for (const key of new Set(marginsOf(lines).map(marginKey))) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const isMargin = (line: TextLine) => (counts.get(marginKey(line)) ?? 0) >= pages.length / 2
  return pages.map((lines) => {
    const margins = new Set(marginsOf(lines).filter(isMargin))
    return lines.filter((line) => !margins.has(line))
  })
}

const marginsOf = (lines: TextLine[]): TextLine[] => [...lines.slice(0, MARGIN_LINES), ...lines.slice(-MARGIN_LINES)]

/** Page numbers differ; what they stand in does not. */
const marginKey = ({ text }: TextLine): string => text.replace(/\d+/g, '#')

/** The size most of the text is set in. */
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
