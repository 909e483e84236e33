import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { argv } from 'node:process'
import { gzipSync } from 'node:zlib'
import { LANGUAGES } from '#contracts/languages.ts'
import { LANGUAGE_MARK } from './page-languages.ts'
import { BUILDS } from './web-builds.ts'

/**
 * Compares the size of the built pages with their budgets (gzipped JavaScript, in kB of 1000 bytes, in the language that weighs most); fails when one is over, or when the
 * portal's page holds the chat. `npm test` runs it after the build.
 */

export type Chunk = { file: string; name?: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[] }
export type Manifest = Record<string, Chunk>
/** One weighed page or part of it. `isOver` without a budget: it must not be loaded there at all. */
export type Weight = { name: string; kB: number; budget: number; isOver: boolean }

/** What a page loads before it can show anything. */
const FIRST_LOAD: Record<string, number> = { 'portal.html': 95, 'sign-in.html': 95, 'front.html': 95, 'desk.html': 170 }

/** Sections of the desk: what it loads before it shows one, and `after` what the section loads by itself afterwards. */
const SECTIONS: {
  page: string
  key: string
  budget: number
  after?: { name: string; keys: string[]; budget: number }[]
}[] = [
  {
    page: 'desk.html',
    key: 'src/admin/tickets/section.tsx',
    budget: 170,
    after: [
      { name: 'the code of a ticket', keys: ['src/admin/tickets/ticket.tsx'], budget: 210 },
      {
        name: 'an open ticket',
        keys: ['src/admin/tickets/ticket.tsx', 'src/admin/tickets/panel/panel.tsx', 'src/kit/markdown/markdown.tsx'],
        budget: 235,
      },
    ],
  },
]
const PART_KB = 45
/** Parts over that: the charts (Recharts), and parts that bring Mantine's fields and menu along, which are not in the first load. */
const PARTS_KB: Record<string, number> = {
  'src/admin/knowledge/analytics/chart.tsx': 120,
  'src/admin/analytics/chart.tsx': 120,
  'src/admin/agents/actions.tsx': 55,
  'src/admin/api-settings/section.tsx': 53,
  'src/admin/settings/macros/macro-dialog.tsx': 55,
  'src/admin/knowledge/tests/tab.tsx': 64,
  'src/admin/knowledge/profile/tab.tsx': 47,
  'src/admin/settings/notifications/tab.tsx': 59,
  'src/admin/team/tab.tsx': 66,
  'src/admin/customers/page/customer-page.tsx': 66,
  'src/admin/settings/general/tab.tsx': 60,
}
const WIDGET_KB = 2.5
/**
 * Parts that a page must not hold. Each has to be a chunk of its own outside the page's first load: imported statically it would be
 * merged into a chunk of the page, and its name would be in no list of imports.
 */
const NOT_AT_START: Record<string, string[]> = {
  'portal.html': ['src/portal/chat/chat.ts', 'src/portal/chat/chat-window.tsx'],
}

/** Keys of a chunk and of all it needs before it can run. */
function closure(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const needed of manifest[key]?.imports ?? []) closure(manifest, needed, seen)
  return seen
}

/** The parts that are loaded later, and what is loaded already when one is: parts of parts too, by the shortest way to them. */
function laterParts(manifest: Manifest, page: string): Map<string, Set<string>> {
  const known = new Map<string, Set<string>>()
  let front = [closure(manifest, page)]
  while (front.length > 0) {
    const next: Set<string>[] = []
    for (const loaded of front) {
      for (const key of [...loaded].flatMap((one) => manifest[one]?.dynamicImports ?? [])) {
        if (known.has(key) || loaded.has(key)) continue
        known.set(key, loaded)
        next.push(new Set([...loaded, ...closure(manifest, key)]))
      }
    }
    front = next
  }
  return known
}

/** Weighs pages of a build. `kBOf` gives the gzipped size of a file in kB. */
export async function weighPages(
  manifest: Manifest,
  pages: string[],
  kBOf: (file: string) => Promise<number>,
): Promise<Weight[]> {
  const total = async (keys: Iterable<string>) => {
    let sum = 0
    for (const key of keys) {
      const file = manifest[key]?.file
      if (file?.endsWith('.js')) sum += await kBOf(file)
    }
    return sum
  }
  const loadOf = (keys: string[]) => {
    for (const key of keys) if (!manifest[key]) throw new Error(`the build has no ${key}`)
    return new Set(keys.flatMap((key) => [...closure(manifest, key)]))
  }
  const weights: Weight[] = []
  const add = async (name: string, keys: Iterable<string>, budget: number) => {
    const kB = await total(keys)
    weights.push({ name, kB, budget, isOver: kB > budget })
  }
  for (const [page, budget] of Object.entries(FIRST_LOAD)) {
    if (!pages.includes(page)) continue
    const first = loadOf([page])
    await add(page, first, budget)
    for (const section of SECTIONS.filter((one) => one.page === page)) {
      await add(`${page} with ${section.key}`, loadOf([page, section.key]), section.budget)
      for (const { name, keys, budget } of section.after ?? [])
        await add(`${page} with ${section.key} and ${name}`, loadOf([page, section.key, ...keys]), budget)
    }
    for (const key of NOT_AT_START[page] ?? []) {
      const isApart = manifest[key] !== undefined && !first.has(key)
      if (!isApart) weights.push({ name: `${page} holds ${key}`, kB: 0, budget: 0, isOver: true })
    }
    for (const [key, loaded] of laterParts(manifest, page)) {
      const parts = [...closure(manifest, key)].filter((needed) => !loaded.has(needed))
      await add(`  ${key}`, parts, PARTS_KB[key] ?? PART_KB)
    }
  }
  for (const [page, other] of otherPagesIn(manifest))
    weights.push({ name: `${page} runs ${other}`, kB: 0, budget: 0, isOver: true })
  return weights
}

/**
 * Pages that import, at once or later, what the bundler put into the script of another page: loaded there, that script runs the whole other
 * page. What two pages need must stand in a module that neither page's script holds.
 */
function otherPagesIn(manifest: Manifest): [page: string, other: string][] {
  const isPage = (key: string) => key.endsWith('.html')
  const reached = (key: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(key)) return seen
    seen.add(key)
    const { imports = [], dynamicImports = [] } = manifest[key] ?? {}
    for (const needed of [...imports, ...dynamicImports]) reached(needed, seen)
    return seen
  }
  return Object.keys(manifest)
    .filter(isPage)
    .flatMap((page) =>
      [...reached(page)].filter((key) => isPage(key) && key !== page).map((other) => [page, other] as [string, string]),
    )
}

/** Of each page and part, the language in which it weighs most. */
const heaviest = (ofLanguages: Weight[][]): Weight[] =>
  (ofLanguages[0] ?? []).map((_, n) =>
    ofLanguages.map((one) => one[n] as Weight).reduce((a, b) => (b.kB > a.kB ? b : a)),
  )

async function main(): Promise<void> {
  const folder = new URL('../dist/web/', import.meta.url)
  const kBOf = async (file: string) => gzipSync(await readFile(new URL(file, folder)), { level: 9 }).length / 1000
  const weights: Weight[] = []
  for (const build of BUILDS) {
    const manifest = JSON.parse(await readFile(new URL(build.manifest, folder), 'utf8')) as Manifest
    const pages = build.pages.map((name) => `${name}.html`)
    const inLanguage = (language: string) => (file: string) => kBOf(file.replace(LANGUAGE_MARK, language))
    weights.push(...heaviest(await Promise.all(LANGUAGES.map((one) => weighPages(manifest, pages, inLanguage(one))))))
  }
  if (existsSync(new URL('widget.js', folder))) {
    const kB = await kBOf('widget.js')
    weights.push({ name: 'widget.js', kB, budget: WIDGET_KB, isOver: kB > WIDGET_KB })
  }
  for (const { name, kB, budget, isOver } of weights)
    console.log(`${isOver ? 'OVER' : 'ok  '}  ${name.padEnd(80)} ${kB.toFixed(1).padStart(7)} of ${budget} kB`)
  if (weights.some(({ isOver }) => isOver)) process.exitCode = 1
}

if (argv[1] === import.meta.filename) await main()
