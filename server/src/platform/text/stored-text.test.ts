import { expect, it } from 'vitest'
import * as m from '#i18n/messages.js'
import { inEnglish, inLanguage, joined, text } from './message.ts'
import { lineIn, storedLine, storedText, textOf } from './stored-text.ts'

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

it('a text in one column is read in each language; words that are no stored text stay as they are', () => {
  const line = storedLine(text(m.activity_settings, { parts: m.settings_ai }))
  expect([lineIn(line, 'en'), lineIn(line, 'de')]).toEqual([
    m.activity_settings({ parts: m.settings_ai({}, { locale: 'en' }) }, { locale: 'en' }),
    m.activity_settings({ parts: m.settings_ai({}, { locale: 'de' }) }, { locale: 'de' }),
  ])
  expect(storedLine(() => 'Did it')).toBe('Did it')
  for (const words of ['550 5.1.1 No such user', '{no json', '{"other":1}', '{"key":"activity_of_before"}'])
    expect(lineIn(words, 'de')).toBe(words)
})
