import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const TESTS = '{contracts,server,web,scripts,bench,e2e}/**/*.{test,spec}.{ts,tsx}'
const rows = JSON.parse(readFileSync(join(import.meta.dirname, 'acceptance-rows.json'), 'utf8')) as Record<
  string,
  string
>

/** Title and file of every test, or group of tests, whose title begins with an acceptance id. */
type Found = { id: string; title: string; file: string }

/**
 * Titles are string literals that begin with one id or more in brackets: `[T3] [T7] …`. A test inside a top-level `describe` is listed
 * with the title of that group, so that its line makes sense alone.
 */
function titlesIn(file: string): Found[] {
  const source = readFileSync(join(ROOT, file), 'utf8')
  const groups = [...source.matchAll(/^describe\(\s*(['"`])(?:\[[A-Z]\d+\] ?)*(.*?)\1/gm)]
  return [...source.matchAll(/(['"`])((?:\[[A-Z]\d+\] ?)+)(.*?)\1\s*,/g)].flatMap((match) => {
    const [, , ids = '', rest = ''] = match
    const group = groups.findLast(({ index }) => index < match.index)
    const isGroup = group !== undefined && match.index < group.index + group[0].length
    const title = group === undefined || isGroup ? rest.trim() : `${group[2]}: ${rest.trim()}`
    return (ids.match(/[A-Z]\d+/g) ?? []).map((id) => ({ id, title, file }))
  })
}

const inOrder = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true })
const inTable = (text: string) => text.replaceAll('|', '\\|')

/**
 * The text of `docs/acceptance.md`: every acceptance row that a test proves, in one line, with its tests. Throws when a test names
 * a row without a line in `acceptance-rows.json`, or a line has no test.
 */
export function acceptanceDocument(): string {
  const found = globSync(TESTS, { cwd: ROOT }).sort().flatMap(titlesIn)
  const ids = [...new Set(found.map(({ id }) => id))].sort(inOrder)
  const unknown = ids.filter((id) => !(id in rows))
  if (unknown.length > 0)
    throw new Error(`Tests name rows that acceptance-rows.json does not have: ${unknown.join(', ')}`)
  const unproved = Object.keys(rows).filter((id) => !ids.includes(id))
  if (unproved.length > 0) throw new Error(`Rows of acceptance-rows.json without a test: ${unproved.join(', ')}`)
  const sections = ids.map((id) => {
    const tests = found.filter((test) => test.id === id)
    const lines = tests.map(
      ({ title, file }) => `- ${title === '' ? '(the whole group)' : inTable(title)} (\`${file}\`)`,
    )
    return `## ${id}\n\n${rows[id]}\n\n${[...new Set(lines)].join('\n')}\n`
  })
  return `# Acceptance\n\nMade by \`npm run docs\` from the titles of the tests. Each row is one thing a user can do or see; its tests drive it through the real
server, and through a browser where it is about a screen (\`e2e/\`).\n\n${sections.join('\n')}`
}
