import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

export type Import = {
  /** As written: `./policy.ts`, `#server/tenant/service.ts`, `zod`. */
  specifier: string
  /** Path of the file it names from the root of the clone; null for a package. */
  target: string | null
  /** `import type` and `export type`: gone at run time. `import { type X }` is not, the module is still loaded. */
  typeOnly: boolean
  /** `import('…')`: loaded later, so it makes no cycle and no part of a first load. */
  lazy: boolean
}

export type Module = { path: string; lines: number; imports: Import[] }

const SOURCE = /\.(ts|tsx|mjs)$/
const STATIC = /^(?:import|export)\s+(type\s(?!from\b)\s*)?(?:[\w\s{},*$]*?\bfrom\s*)?['"]([^'"]+)['"]/gm
const DYNAMIC = /(typeof\s+)?\bimport\(\s*['"]([^'"]+)['"]\s*\)(\.\w)?/g

/** Where the `#` names of package.json lead. */
function rootsOf(folder: string): [prefix: string, path: string][] {
  const { imports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    imports: Record<string, string>
  }
  return Object.entries(imports).map(([name, path]) => [name.replace('*', ''), path.replace(/^\.\/|\*/g, '')])
}

function resolveSpecifier(specifier: string, from: string, roots: [string, string][]): string | null {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  const root = roots.find(([prefix]) => specifier.startsWith(prefix))
  return root ? root[1] + specifier.slice(root[0].length) : null
}

export function readImports(text: string, from: string, roots: [string, string][]): Import[] {
  const found: Import[] = []
  const add = (specifier: string, typeOnly: boolean, lazy: boolean) => {
    found.push({ specifier, target: resolveSpecifier(specifier, from, roots), typeOnly, lazy })
  }
  for (const [, type, specifier = ''] of text.matchAll(STATIC)) add(specifier, type !== undefined, false)
  // `import('./x.ts').Name` in a type position ends in a capital, `(await import('./x.ts')).name` does not.
  for (const [, type, specifier = '', member] of text.matchAll(DYNAMIC)) {
    add(specifier, type !== undefined || /\.[A-Z]/.test(member ?? ''), true)
  }
  return found
}

/** All source files under the given folders of a clone, by path. */
export function readModules(folder: string, tops: string[]): Map<string, Module> {
  const roots = rootsOf(folder)
  const modules = new Map<string, Module>()
  for (const top of tops.filter((name) => existsSync(join(folder, name)))) {
    for (const name of readdirSync(join(folder, top), { recursive: true, encoding: 'utf8' }).sort()) {
      const path = posix.join(top, name.replaceAll('\\', '/'))
      if (!SOURCE.test(path)) continue
      const text = readFileSync(join(folder, path), 'utf8')
      const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
      modules.set(path, { path, lines, imports: readImports(text, path, roots) })
    }
  }
  return modules
}
