import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '#contracts/languages.ts'

const root = new URL('../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const keysOf = (path: string) => Object.keys(JSON.parse(read(path)) as object).filter((key) => key !== '$schema')
const files = globSync('messages/en/*.json', { cwd: root.pathname }).sort()
const source = globSync('{contracts,server,web,e2e,scripts}/**/*.{ts,tsx}', { cwd: root.pathname }).map(read).join('\n')
const used = new Set([
  ...[...source.matchAll(/\bm\w*\s*\.\s*(\w+)/g)].map(([, key]) => key),
  // A contract names the message of a wrong field by its key.
  ...[...source.matchAll(/'(error_\w+)'/g)].map(([, key]) => key),
])

/** The keys whose translation names another placeholder than the English text. One that chooses a word by a placeholder may leave it out. */
function differentPlaceholders(path: string, translation: string): string[] {
  const [english, other] = [path, translation].map((one) => JSON.parse(read(one)) as Record<string, unknown>)
  const namesOf = (message: unknown) => [...JSON.stringify(message).matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  return keysOf(path).filter((key) => {
    const known = namesOf(english?.[key])
    const given = namesOf(other?.[key])
    const isChosen = Array.isArray(other?.[key]) || Array.isArray(english?.[key])
    return given.some((name) => !known.includes(name)) || (!isChosen && known.some((name) => !given.includes(name)))
  })
}

describe('messages', () => {
  it.each(files)('%s has no unused key', (path) => {
    expect(keysOf(path).filter((key) => !used.has(key))).toEqual([])
  })

  it.each(files)('%s is translated whole, with the same placeholders', (path) => {
    for (const language of LANGUAGES) {
      const translation = path.replace('/en/', `/${language}/`)
      expect(keysOf(translation).sort(), language).toEqual(keysOf(path).sort())
      expect(differentPlaceholders(path, translation), language).toEqual([])
    }
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
