import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DOCUMENTS } from './generate/documents.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const documents = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: ROOT }).sort()]

const foldersIn = (path: string) =>
  readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
/** Created on use and in no clone, so these paths cannot be checked. */
const MADE = ['node_modules', 'generated', 'dist', 'data', '.runtime', '.git', 'test-results', 'coverage']
const ROOMS = foldersIn('.').filter((name) => !MADE.includes(name))
const DOMAINS = foldersIn('server/src')

/** The inline code of a document; code blocks are left out. */
const codesIn = (text: string) =>
  [...text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)

/** `server/src/serve.ts` from the root, `ticket/service.ts` from server/src; with `#name`, the file must hold that name. */
function faultOf(code: string): string | null {
  const [path = '', name, ...rest] = code.split('#')
  if (rest.length > 0 || !/^\.?[\w.-]+\/[\w./*{},-]*$/.test(path)) return null
  const room = path.split('/')[0] ?? ''
  const base = ROOMS.includes(room) ? '' : DOMAINS.includes(room) ? 'server/src/' : null
  if (base === null) return null
  const found = globSync(base + path.replace(/\/$/, ''), { cwd: ROOT })
  if (found.length === 0) return `${code}: there is no such file`
  if (name === undefined) return null
  const isThere = found.some((file) => new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(read(file)))
  return isThere ? null : `${code}: the file does not hold ${name}`
}

const linksIn = (text: string) => [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, target = '']) => target)

describe.each(documents)('%s', (document) => {
  const text = read(document)

  it('names files and identifiers that exist', () => {
    expect(codesIn(text).map(faultOf).filter(Boolean)).toEqual([])
  })

  it('links to what exists', () => {
    const own = linksIn(text).filter((target) => !/^https?:/.test(target))
    expect(own.filter((target) => !existsSync(join(ROOT, dirname(document), target)))).toEqual([])
  })

  it('names commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].map(
      ([, run, short]) => run ?? short ?? '',
    )
    expect(named.filter((name) => !(name in scripts))).toEqual([])
    const given = [...text.matchAll(/npm run segue -- ([a-z][\w:]*)/g)].map(([, command = '']) => command)
    expect(given.filter((command) => !read('server/src/cli/commands.ts').includes(`usage: '${command}`))).toEqual([])
  })

  it('contains no absolute path of a developer’s machine', () => {
    expect(text).not.toMatch(/(?<![\w.])\/(home|work|root|tmp|Users)\//)
  })
})

describe('the documents as a whole', () => {
  it('equal the output of npm run docs where they are generated from the code', async () => {
    for (const [path, text] of Object.entries(DOCUMENTS))
      expect(read(path) === (await text()), `${path}: run npm run docs`).toBe(true)
  })

  it('give identifiers in the glossary that occur in the code', () => {
    const sources = globSync('{server/src,contracts,web/src}/**/*.{ts,tsx}', { cwd: ROOT }).map(read).join('\n')
    const named = codesIn(read('docs/glossary.md')).filter((code) => /^[a-z]+$/i.test(code) || !code.includes('/'))
    const missing = named.filter(
      (name) => !new RegExp(`(?<![\\w$])${name.replaceAll('.', '\\.')}(?![\\w$])`).test(sources),
    )
    expect(missing).toEqual([])
  })

  it('name every command of package.json', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const missing = Object.keys(scripts).filter((name) => !new RegExp(`npm (run )?${name}\\b`).test(read('README.md')))
    expect(missing).toEqual([])
  })

  it('run programs that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const programs = Object.values(scripts).flatMap((line) => line.match(/[\w./-]+\.(?:ts|mjs)\b/g) ?? [])
    expect(programs.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  it('list every function that bypasses row-level security', () => {
    const sql = globSync('server/migrations/*.sql', { cwd: ROOT }).map(read).join('\n')
    const functions = sql.split(/^CREATE (?:OR REPLACE )?FUNCTION /m).slice(1)
    const bypassing = functions.filter((body) => /^LANGUAGE .*SECURITY DEFINER/m.test(body))
    const names = bypassing.map((body) => body.split('(')[0] ?? '')
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => !read('docs/security-model.md').includes(`\`${name}\``))).toEqual([])
  })

  it('quote the product’s output word for word', () => {
    const sources = globSync(['{server/src,scripts,contracts}/**/*.{ts,mjs}', 'messages/en/*.json'], { cwd: ROOT })
      .filter((path) => !path.endsWith('.test.ts'))
      .map(read)
      .join('\n')
    const section = read('docs/operations.md').split('## Troubleshooting')[1] ?? ''
    const quotes = [...section.matchAll(/^\| “(.+?)” \|/gm)].flatMap(([, quote = '']) => quote.split('…'))
    const pieces = quotes.map((piece) => piece.trim()).filter((piece) => piece.length > 3)
    expect(pieces.length).toBeGreaterThan(10)
    expect(pieces.filter((piece) => !sources.includes(piece))).toEqual([])
  })

  it('number decisions consecutively, each with its sections and its date', () => {
    const names = globSync('docs/decisions/*.md', { cwd: ROOT }).sort()
    expect(names.map((name) => name.slice('docs/decisions/'.length, -3).slice(0, 4))).toEqual(
      names.map((_, index) => String(index + 1).padStart(4, '0')),
    )
    for (const name of names) {
      const text = read(name)
      expect(text, name).toMatch(/^# \d{4} .+\n\n\d{4}-\d\d-\d\d, (accepted|superseded by \[)/)
      for (const part of ['Context', 'Decision', 'Consequences']) expect(text, name).toContain(`## ${part}`)
    }
  })

  it('show pictures of at most 250 kB', () => {
    const pictures = globSync('docs/pictures/*.png', { cwd: ROOT })
    expect(pictures.filter((path) => statSync(join(ROOT, path)).size > 250_000)).toEqual([])
  })
})
