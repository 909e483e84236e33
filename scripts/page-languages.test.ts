import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { compile } from '@inlang/paraglide-js'
import { beforeAll, expect, it } from 'vitest'
import { LANGUAGES } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'
import { plural } from '#i18n/registry.js'
import { inLanguage, messageOf } from './page-languages.ts'

const PROJECT = new URL('../project.inlang', import.meta.url).pathname
let messages: Map<string, ReturnType<typeof messageOf>>

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'segue-messages-'))
  await compile({ project: PROJECT, outdir: folder, outputStructure: 'message-modules' })
  const modules = readdirSync(join(folder, 'messages')).filter((name) => /^(?!_).*\.js$/.test(name))
  messages = new Map(
    modules.map((name) => {
      const key = basename(name, '.js')
      return [key, messageOf(key, readFileSync(join(folder, 'messages', name), 'utf8'))]
    }),
  )
  rmSync(folder, { recursive: true })
})

/** What a slot of the built script gives. */
function inSlot(key: string, language: string, values: Record<string, unknown>): string {
  const call = messages.get(key)?.hasPlaceholders ? '(i,plural)' : ''
  const script = inLanguage(`return __MESSAGE_${key}__${call}`, language, messages)
  return new Function('i', 'plural', script)(values, plural)
}

it('every message has in the slot of a built script the text that the compiler gives it, in every language', () => {
  type Message = (values: Record<string, unknown>, options: { locale: (typeof LANGUAGES)[number] }) => string
  const compiled = Object.entries(m as unknown as Record<string, Message>).filter(([key]) => messages.has(key))
  expect(compiled.length).toBeGreaterThan(2000)
  const values = new Proxy({}, { get: (_, name) => (name === 'count' ? 2 : `<${String(name)}>`) })
  const wrong = LANGUAGES.flatMap((locale) =>
    compiled.filter(([key, text]) => inSlot(key, locale, values) !== text(values, { locale })).map(([key]) => key),
  )
  expect(wrong).toEqual([])
})

it('a message for one and for many chooses by the rules of its language', () => {
  const views = (count: number) => inSlot('common_minutes_ago', 'en', { count })
  expect([views(1), views(2)]).toEqual(['1 minute ago', '2 minutes ago'])
})

it('the languages for tests change every word and keep what is filled in', () => {
  const title = (language: string) => inSlot('portal_title_help', language, { business: 'Acme' })
  expect(title('en-XA')).toBe('[Acme šüüppööŕt]')
  expect(title('ar-XB')).toBe('Acme\u202e support\u202c')
})
