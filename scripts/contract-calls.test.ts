import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { readModules } from './borders/modules.ts'
import { callsOf } from './contract-calls.ts'

const root = process.cwd()
const modules = readModules(root, ['contracts', 'web'])
const files = [...modules.keys()].filter((path) => path.startsWith('contracts/') && !path.endsWith('.test.ts'))

type Declared = Record<string, { method?: string; path?: string }>

/** The module as the contract declares it, and as a page gets it. */
async function bothEnds(file: string): Promise<{ declared: Declared; inBrowser: Declared }> {
  const path = join(root, file)
  const declared = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as Declared
  const code = await callsOf(path)
  const inBrowser = (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)) as Declared
  return { declared, inBrowser }
}

test('every endpoint of the contracts reaches the browser with its method and path, and with nothing else', async () => {
  let endpoints = 0
  for (const file of files) {
    const { declared, inBrowser } = await bothEnds(file)
    for (const [name, value] of Object.entries(declared)) {
      if (typeof value !== 'object' || typeof value.path !== 'string' || typeof value.method !== 'string') continue
      endpoints += 1
      expect(inBrowser[name], `${file} ${name}`).toEqual({ method: value.method, path: value.path })
    }
  }
  expect(endpoints).toBeGreaterThan(90)
})

test('pages import no schema of a contract by value: it would be missing in the built page', async () => {
  const imports = /^import (?!type)\{([^}]*)\} from '#contracts\/([^']+)'/gm
  const missing: string[] = []
  for (const page of [...modules.keys()].filter((path) => path.startsWith('web/') && !/\.test\.tsx?$/.test(path))) {
    for (const [, names = '', file] of readFileSync(join(root, page), 'utf8').matchAll(imports)) {
      if (!readFileSync(join(root, 'contracts', file ?? ''), 'utf8').includes("from 'zod'")) continue
      const { inBrowser } = await bothEnds(`contracts/${file}`)
      for (const name of names.split(',').map((one) => one.trim().split(' as ')[0] ?? ''))
        if (name && !name.startsWith('type ') && !(name in inBrowser)) missing.push(`${page}: ${name} of ${file}`)
    }
  }
  expect(missing).toEqual([])
})
