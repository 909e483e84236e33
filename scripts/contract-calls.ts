import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const CONTRACT = /\/contracts\/[^?]+\.ts$/

/**
 * What a page loads of a contract, as source: method and path of each endpoint, and constants. The zod schemas stay on the server,
 * so a schema that a page imports by value is a missing export, which fails the build.
 */
export async function callsOf(file: string, version = ''): Promise<string> {
  const declared = (await import(`${pathToFileURL(file)}?${version}`)) as Record<string, unknown>
  return Object.entries(declared)
    .map(([name, value]) => [name, inBrowser(value)] as const)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}\n`)
    .join('')
}

function inBrowser(value: unknown): unknown {
  if (['string', 'number', 'boolean'].includes(typeof value)) return value
  if (typeof value !== 'object' || value === null || !('method' in value && 'path' in value)) return undefined
  return { method: value.method, path: value.path }
}

/**
 * Lets pages import the endpoints of `contracts/` and pass them to `call`: types come from the contract, the built page holds
 * nothing but method and path.
 */
export function contractCalls(): Plugin {
  return {
    name: 'segue-contract-calls',
    enforce: 'pre',
    load: {
      filter: { id: CONTRACT },
      async handler(id) {
        const source = await readFile(id, 'utf8')
        if (!source.includes("from 'zod'")) return null
        // Another version under another address: Node would give the module it has loaded before.
        const version = createHash('sha256').update(source).digest('hex').slice(0, 12)
        return { code: await callsOf(id, version), moduleSideEffects: false }
      },
    },
  }
}
