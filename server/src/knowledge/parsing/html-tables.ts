import type TurndownService from 'turndown'

/** Cells up to this long hold a figure or a name; longer ones hold paragraphs, and the table is only there to place them. */
const MAX_CELL = 300
const MAX_NAME = 60

type Grid = { names: string[] | null; rows: string[][] }

/**
 * Tables as Markdown. Word and many pages do not mark the row of names, so it is guessed: a table of two columns pairs a name with a
 * value, a wider one begins with its names. What only places things on a page is read as if the table were not there.
 */
export function addTableRule(turndown: TurndownService): void {
  turndown.addRule('table', {
    filter: 'table',
    replacement: (content, node) => {
      const grid = gridOf(node)
      return `\n\n${grid ? written(grid) : content}\n\n`
    },
  })
}

/** Null for a table that holds no table. */
function gridOf(table: Node): Grid | null {
  const rows = rowsOf(table).map((row) => childrenOf(row).filter(isCell))
  const width = Math.max(0, ...rows.map((cells) => cells.length))
  if (rows.length < 2 || width < 2) return null
  const texts = rows.map((cells) => cells.map(textOf))
  if (texts.some((cells) => cells.some((text) => text.length > MAX_CELL))) return null
  const [first = [], ...rest] = texts
  const isNamed = rows[0]?.every((cell) => cell.nodeName === 'TH') ?? false
  const looksNamed =
    width > 2 && first.length === width && first.every((text) => text.length > 0 && text.length <= MAX_NAME)
  return isNamed || (looksNamed && !first.some((text) => /\d/.test(text)))
    ? { names: first, rows: rest }
    : { names: null, rows: texts }
}

/** Its own rows, not those of tables within. */
function rowsOf(node: Node): Node[] {
  return childrenOf(node).flatMap((child) => {
    if (child.nodeName === 'TR') return [child]
    return ['THEAD', 'TBODY', 'TFOOT'].includes(child.nodeName) ? rowsOf(child) : []
  })
}

/** By sibling: a list of children is found anew with every access to it. */
function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child)
  return children
}

const isCell = ({ nodeName }: Node) => nodeName === 'TD' || nodeName === 'TH'

const textOf = (node: Node): string =>
  (node.textContent ?? '').replace(/\s+/g, ' ').trim().replaceAll('\\', '\\\\').replaceAll('|', '\\|')

function written({ names, rows }: Grid): string {
  if (names) {
    const line = (cells: string[]) => `| ${names.map((_, column) => cells[column] ?? '').join(' | ')} |`
    return [line(names), line(names.map(() => '---')), ...rows.map(line)].join('\n')
  }
  return rows
    .filter((cells) => cells.some((text) => text !== ''))
    .map((cells) => `- ${cells.filter((text) => text !== '').join(cells.length === 2 ? ': ' : ', ')}`)
    .join('\n')
}
