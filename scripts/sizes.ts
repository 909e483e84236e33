import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { argv } from 'node:process'
import { gzipSync } from 'node:zlib'

/**
 * Compares the size of the built pages with their budgets (gzipped JavaScript, in kB of 1000 bytes); fails when one is over, or when the
 * portal's page loads the chat. `npm test` runs it after the build.
 */

export type Chunk = { file: string; name?: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[] }
export type Manifest = Record<string, Chunk>
/** One weighed page or part of it. `isOver` without a budget: it must not be loaded there at all. */
export type Weight = { name: string; kB: number; budget: number; isOver: boolean }

/** What a page loads before it can show anything, and for the desk also its first section. */
const FIRST_LOAD: Record<string, number> = { 'portal.html': 95, 'sign-in.html': 95, 'desk.html': 170 }
const FIRST_SECTION: Record<string, { key: string; budget: number }[]> = {
  'desk.html': [
    { key: 'src/admin/upcoming/section.tsx', budget: 170 },
    { key: 'src/admin/tickets/section.tsx', budget: 185 },
  ],
}
const SECTION_KB = 45
const WIDGET_KB = 2.5
/** Parts that a page must not need at its start. */
const NOT_AT_START: Record<string, RegExp> = { 'portal.html': /^src\/portal\/chat\/(chat|chat-window)\.tsx?$/ }

/** Keys of a chunk and of all it needs before it can run. */
function closure(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const needed of manifest[key]?.imports ?? []) closure(manifest, needed, seen)
  return seen
}

/** Weighs the pages of a build. `kBOf` gives the gzipped size of a file in kB. */
export async function weighPages(manifest: Manifest, kBOf: (file: string) => Promise<number>): Promise<Weight[]> {
  const total = async (keys: Iterable<string>) => {
    let sum = 0
    for (const key of keys) {
      const file = manifest[key]?.file
      if (file?.endsWith('.js')) sum += await kBOf(file)
    }
    return sum
  }
  const weights: Weight[] = []
  const add = (name: string, kB: number, budget: number) => weights.push({ name, kB, budget, isOver: kB > budget })
  for (const [page, budget] of Object.entries(FIRST_LOAD)) {
    if (!manifest[page]) throw new Error(`the build has no ${page}`)
    const shell = closure(manifest, page)
    const shellKB = await total(shell)
    add(page, shellKB, budget)
    const partsOf = (key: string) => [...closure(manifest, key)].filter((needed) => !shell.has(needed))
    for (const first of FIRST_SECTION[page] ?? []) {
      if (!manifest[first.key]) throw new Error(`the build has no ${first.key}`)
      add(`${page} with ${first.key}`, shellKB + (await total(partsOf(first.key))), first.budget)
    }
    for (const key of shell) if (NOT_AT_START[page]?.test(key)) add(`${page} loads ${key}`, await total([key]), 0)
    const lazy = new Set([...shell].flatMap((key) => manifest[key]?.dynamicImports ?? []))
    for (const key of lazy) add(`  ${key}`, await total(partsOf(key)), SECTION_KB)
  }
  return weights
}

async function main(): Promise<void> {
  const folder = new URL('../dist/web/', import.meta.url)
  const kBOf = async (file: string) => gzipSync(await readFile(new URL(file, folder)), { level: 9 }).length / 1000
  const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', folder), 'utf8')) as Manifest
  const weights = await weighPages(manifest, kBOf)
  if (existsSync(new URL('widget.js', folder))) {
    const kB = await kBOf('widget.js')
    weights.push({ name: 'widget.js', kB, budget: WIDGET_KB, isOver: kB > WIDGET_KB })
  }
  for (const { name, kB, budget, isOver } of weights)
    console.log(`${isOver ? 'OVER' : 'ok  '}  ${name.padEnd(52)} ${kB.toFixed(1).padStart(7)} of ${budget} kB`)
  if (weights.some(({ isOver }) => isOver)) process.exitCode = 1
}

if (argv[1] === import.meta.filename) await main()
