import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'

// Compares the size of the built pages with the budgets of docs (gzipped JavaScript, in kB of 1000 bytes); fails when one is over.

type Chunk = { file: string; name?: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[] }

const folder = new URL('../dist/web/', import.meta.url)
const firstLoad: Record<string, number> = { 'portal.html': 95, 'sign-in.html': 95, 'desk.html': 205 }
const SECTION_KB = 45
const WIDGET_KB = 2.5

const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', folder), 'utf8')) as Record<string, Chunk>
const weights = new Map<string, number>()

async function weigh(file: string): Promise<number> {
  const known = weights.get(file)
  if (known !== undefined) return known
  const weight = gzipSync(await readFile(new URL(file, folder)), { level: 9 }).length / 1000
  weights.set(file, weight)
  return weight
}

/** Keys of a chunk and of all it needs before it can run. */
function closure(key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const needed of manifest[key]?.imports ?? []) closure(needed, seen)
  return seen
}

async function total(keys: Iterable<string>): Promise<number> {
  let sum = 0
  for (const key of keys) {
    const file = manifest[key]?.file
    if (file?.endsWith('.js')) sum += await weigh(file)
  }
  return sum
}

let isOver = false
function report(name: string, weight: number, budget: number): void {
  const fits = weight <= budget
  isOver ||= !fits
  console.log(`${fits ? 'ok  ' : 'OVER'}  ${name.padEnd(46)} ${weight.toFixed(1).padStart(7)} of ${budget} kB`)
}

for (const [page, budget] of Object.entries(firstLoad)) {
  const shell = closure(page)
  report(page, await total(shell), budget)
  const lazy = new Set([...shell].flatMap((key) => manifest[key]?.dynamicImports ?? []))
  for (const key of lazy) {
    const own = [...closure(key)].filter((needed) => !shell.has(needed))
    report(`  ${key}`, await total(own), SECTION_KB)
  }
}
const widget = new URL('widget.js', folder)
if (existsSync(widget)) report('widget.js', gzipSync(await readFile(widget), { level: 9 }).length / 1000, WIDGET_KB)
if (isOver) process.exitCode = 1
