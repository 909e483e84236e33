import { readFileSync } from 'node:fs'
import { eld } from 'eld/small'
import { describe, expect, it } from 'vitest'
import { acceptedLanguages } from '#contracts/languages.ts'
import { cpuMs } from '#test/time-bound.ts'
import { detectLanguage } from './detect.ts'

describe('the language of a message', () => {
  it.each([
    ['en', 'Where is my refund?'],
    ['en', 'card payment declined'],
    ['es', '¿Puedo devolver un pedido sin la caja?'],
    ['es', 'mi pedido no llega'],
    ['fr', 'où est ma commande'],
    ['fr', 'Je n’ai rien reçu, que faire ?'],
    ['de', 'Wo ist mein Paket?'],
    ['de', 'Größe ändern'],
  ])('%s: %s', (language, text) => {
    expect(detectLanguage(text)).toBe(language)
    expect(detectLanguage(text, { conversation: 'en' })).toBe(language)
  })

  it('of one word is detected where the word belongs to one language', () => {
    expect(['hola', 'merci', 'danke', 'hello'].map((text) => detectLanguage(text, { conversation: 'de' }))).toEqual([
      'es',
      'fr',
      'de',
      'en',
    ])
  })

  it('of a word of many languages is the one of the chat, else the one the browser asks for', () => {
    for (const text of ['ok', '12345', '🙂', '']) {
      expect(detectLanguage(text, { conversation: 'fr', accepted: ['de'] })).toBe('fr')
      expect(detectLanguage(text, { accepted: ['de', 'en'] })).toBe('de')
    }
    expect(detectLanguage('ok')).toBeNull()
    expect(detectLanguage('退款在哪里')).toBeNull()
  })

  it('of a whole sentence does not depend on the expected language', () => {
    expect(detectLanguage('I would like to know where my parcel is', { conversation: 'de', accepted: ['de'] })).toBe(
      'en',
    )
    expect(detectLanguage('Ich möchte wissen, wo mein Paket bleibt', { conversation: 'en', accepted: ['en'] })).toBe(
      'de',
    )
  })

  it('gives the same result as eld, whose table of sixty languages it uses', () => {
    eld.setLanguageSubset(['en', 'es', 'fr', 'de'])
    const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
    const sentences = ['en', 'es', 'fr', 'de']
      .flatMap((language) =>
        Object.values(JSON.parse(read(`messages/${language}/assistant.json`)) as object).map(String),
      )
      .filter((sentence) => sentence.split(' ').length > 5)
    expect(sentences.length).toBeGreaterThan(50)
    for (const sentence of sentences) expect(detectLanguage(sentence), sentence).toBe(eld.detect(sentence).language)
  })

  it('takes any text, quickly', () => {
    const started = cpuMs()
    for (const text of ['a'.repeat(100_000), 'ñ '.repeat(50_000), '\ud800', "'’`".repeat(9_999)]) detectLanguage(text)
    expect(cpuMs() - started).toBeLessThan(300)
  })
})

describe('Accept-Language', () => {
  it('gives the supported languages in the order of preference', () => {
    expect(acceptedLanguages('fr-CH, fr;q=0.9, en;q=0.8, de;q=0.95, *;q=0.5')).toEqual(['fr', 'de', 'en'])
    expect(acceptedLanguages('it, es-MX;q=0')).toEqual([])
    expect(acceptedLanguages('*')).toEqual([])
    expect(acceptedLanguages(undefined)).toEqual([])
  })
})
