import { describe, expect, it } from 'vitest'
import { buildIndex, search } from './engine.ts'
import type { IndexEntry } from './types.ts'

const faq = (id: string, question: string, answer: string, language: IndexEntry['language'] = 'en'): IndexEntry => ({
  id,
  kind: 'faq',
  language,
  title: question,
  texts: [question],
  answer,
})

const index = buildIndex([
  faq('kiln', 'When is the kiln free for firing?', 'The kiln is fired on Tuesdays.'),
  faq('glaze', 'Which glazes may I borrow?', 'All glazes on the lower shelf.'),
])
const corrected = (text: string) => index.spelling.correct(text)

describe('[H9] the spelling of a question', () => {
  it('is corrected to the words of the knowledge: a letter missing, added, wrong, or two swapped', () => {
    expect(corrected('when is the klin free')).toBe('when is the kiln free')
    expect(corrected('wich glzes may i borow')).toBe('which glazes may i borrow')
    expect(corrected('Which glazzes?')).toBe('Which glazes?')
  })

  it('is corrected to a common word where the knowledge has none', () => {
    expect(corrected('is it posible on tuesday')).toBe('is it possible on tuesday')
  })

  it('leaves right words alone, also those that the knowledge has not, and names, numbers and short words', () => {
    for (const text of ['is the kitchen clean', 'does Farouk teach', 'kiln no. 1234567', 'ist das erlaubt']) {
      expect(corrected(text)).toBe(text)
    }
  })

  it('leaves a question in a language alone that the knowledge does not have', () => {
    expect(corrected('¿cuándo puedo usar el horno para mis piezas?')).toBe(
      '¿cuándo puedo usar el horno para mis piezas?',
    )
  })

  it('lets a misspelt question find its entry', () => {
    expect(search(index, corrected('klin firring'), {}).matches[0]?.id).toBe('kiln')
  })
})
