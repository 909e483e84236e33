import { describe, expect, it } from 'vitest'
import { questionSignature, questionSimilarity } from './question-similarity.ts'

const like = (a: string, b: string, language: 'en' | 'es' | 'fr' | 'de' = 'en') =>
  questionSimilarity(questionSignature(a, language), questionSignature(b, language))

describe('similarity of two questions', () => {
  it.each([
    ['How do I cancel my subscription?', 'cancel subscription please', 'en'],
    ['Do you ship to Norway?', 'I would like to know whether shipping to norway is possible', 'en'],
    ['reset my pasword', 'How can I reset my password?', 'en'],
    ['¿Cómo puedo cancelar mi suscripción?', 'quiero cancelar la suscripcion', 'es'],
    ['Wie kann ich mein Abo kündigen?', 'Abo kündigen bitte', 'de'],
    ['Comment annuler mon abonnement ?', "je voudrais annuler l'abonnement", 'fr'],
  ] as const)('[K4] “%s” is similar to “%s”', (a, b, language) => {
    expect(like(a, b, language)).toBeGreaterThanOrEqual(0.6)
    expect(like(b, a, language)).toBe(like(a, b, language))
  })

  it.each([
    ['How long is delivery?', 'How long is the warranty?'],
    ['Can I return my order?', 'Can I change my order?'],
    ['Do you ship to Norway?', 'Do you ship to France?'],
    ['Where is my invoice?', 'How do I reset my password?'],
  ])('[K4] “%s” is not similar to “%s”', (a, b) => {
    expect(like(a, b)).toBeLessThan(0.6)
  })

  it('[K4] questions without content words are compared by all of their words', () => {
    expect(like('how do i do this?', 'How do I do this')).toBe(1)
    expect(like('???', '!!!')).toBe(0)
  })
})
