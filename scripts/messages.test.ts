import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '#contracts/languages.ts'

const root = new URL('../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const keysOf = (path: string) => Object.keys(JSON.parse(read(path)) as object).filter((key) => key !== '$schema')
const files = globSync('messages/en/*.json', { cwd: root.pathname }).sort()
const translated = files.filter((path) => existsSync(new URL(path.replace('/en/', '/es/'), root)))

const source = globSync('{contracts,server,web,e2e,scripts}/**/*.{ts,tsx}', { cwd: root.pathname }).map(read).join('\n')
const used = new Set([
  ...[...source.matchAll(/\bm\w*\s*\.\s*(\w+)/g)].map(([, key]) => key),
  // A contract names the message of a wrong field by its key.
  ...[...source.matchAll(/'(error_\w+)'/g)].map(([, key]) => key),
])

describe('messages', () => {
  it.each(files)('%s has no unused key', (path) => {
    expect(keysOf(path).filter((key) => !used.has(key))).toEqual([])
  })

  it.each(translated)('%s has the same keys in every translation, all of them known in English', (path) => {
    const english = new Set(keysOf(path))
    const translation = keysOf(path.replace('/en/', '/es/')).sort()
    expect(translation.filter((key) => !english.has(key))).toEqual([])
    for (const language of LANGUAGES.filter((one) => one !== 'en'))
      expect(keysOf(path.replace('/en/', `/${language}/`)).sort(), language).toEqual(translation)
  })

  it.each(['assistant', 'error'])('messages/en/%s.json is translated whole', (name) => {
    for (const language of LANGUAGES)
      expect(keysOf(`messages/${language}/${name}.json`).sort(), language).toEqual(
        keysOf(`messages/en/${name}.json`).sort(),
      )
  })

  it('are compiled for the declared languages', () => {
    const { locales, baseLocale } = JSON.parse(read('project.inlang/settings.json')) as Record<string, unknown>
    expect(locales).toEqual([...LANGUAGES])
    expect(baseLocale).toBe('en')
  })

  it('the project settings name every message file', () => {
    const settings = read('project.inlang/settings.json')
    for (const path of files) expect(settings).toContain(path.replace('/en/', '/{locale}/'))
  })
})
