import type TurndownService from 'turndown'

/** A table with a longer cell is a layout table. */
const MAX_CELL = 300
const MAX_HEADER_CELL = 60

type Grid = { header: string[] | null; rows: string[][] }

/**
 * Adds a Turndown rule for tables. Word and many pages do not mark the header row, so it is guessed: a table of two columns pairs a
 * name with a value, a wider one begins with a header. Layout tables become their content.
 */
export function addTableRule(turndown: TurndownService): void {
  turndown.addRule('table', {
    filter: 'table',
    replacement: (content, node) => {
      const grid = readGrid(node)
      return `\n\n${grid ? toMarkdown(grid) : content}\n\n`
    },
  })
}

/** Null for a layout table. */
function readGrid(table: Node): Grid | null {
  const rows = findRows(table).map((row) => childrenOf(row).filter(isCell))
  const width = Math.max(0, ...rows.map((cells) => cells.length))
  if (rows.length < 2 || width < 2) return null
  const texts = rows.map((cells) => cells.map(textOf))
  if (texts.some((cells) => cells.some((text) => text.length > MAX_CELL))) return null
  const [first = [], ...rest] = texts
  const hasHeader = rows[0]?.every((cell) => cell.nodeName === 'TH') ?? false
  const looksLikeHeader =
    width > 2 && first.length === width && first.every((text) => text.length > 0 && text.length <= MAX_HEADER_CELL)
  return hasHeader || (looksLikeHeader && !first.some((text) => /\d/.test(text)))
    ? { header: first, rows: rest }
    : { header: null, rows: texts }
}

/** The table's own rows, without those of nested tables. */
function findRows(node: Node): Node[] {
  return childrenOf(node).flatMap((child) => {
    if (child.nodeName === 'TR') return [child]
    return ['THEAD', 'TBODY', 'TFOOT'].includes(child.nodeName) ? findRows(child) : []
  })
}

/** Walks the siblings, because `childNodes` builds its list at every access. */
function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child)
  return children
}

const isCell = ({ nodeName }: Node) => nodeName === 'TD' || nodeName === 'TH'

const textOf = (node: Node): string =>
  (node.textContent ?? '').replace(/\s+/g, ' ').trim().replaceAll('\\', '\\\\').replaceAll('|', '\\|')

function toMarkdown({ header, rows }: Grid): string {
  if (header) {
    const line = (cells: string[]) => `| ${header.map((_, column) => cells[column] ?? '').join(' | ')} |`
    return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n')
  }
  return rows
    .filter((cells) => cells.some((text) => text !== ''))
    .map((cells) => `- ${cells.filter((text) => text !== '').join(cells.length === 2 ? ': ' : ', ')}`)
    .join('\n')
}
