import { expect, it } from 'vitest'
import * as m from '#i18n/messages.js'
import { inEnglish, inLanguage, joined, text } from './message.ts'
import { storedText, textOf } from './stored-text.ts'

it('a text is the same in every language after it was stored', () => {
  const parts = joined([m.settings_business, m.settings_ai], ', ')
  const given = text(m.activity_settings, { parts })
  const read = textOf(JSON.parse(JSON.stringify(storedText(given))))
  expect(read && inEnglish(read)).toBe(inEnglish(given))
  expect(read && inLanguage(read, 'fr')).toBe(inLanguage(given, 'fr'))
  expect(inLanguage(given, 'fr')).toContain(inLanguage(m.settings_business, 'fr'))
})

it('what is not of the catalogue, or no longer, has no text', () => {
  expect(storedText(() => 'Did it')).toBeNull()
  expect(storedText(joined([m.settings_ai, () => 'Did it'], ', '))).toBeNull()
  expect(textOf({ key: 'activity_of_before' })).toBeNull()
  expect(textOf({ key: 'activity_settings', inputs: { parts: { key: 'activity_of_before' } } })).toBeNull()
})
