import { describe, expect, it } from 'vitest'
import { createSentences } from './sentences.ts'

function cut(text: string, step = text.length): string[] {
  const sentences = createSentences()
  const found: string[] = []
  for (let at = 0; at < text.length; at += step) found.push(...sentences.push(text.slice(at, at + step)))
  return [...found, ...sentences.end()]
}

const TEXTS = [
  'You can return it within 45 days [1]. Bring the receipt. [1] Anything else?',
  'It costs £12.50, e.g. for a tube. Dr. Okafor calls back! (Within 2 days.) Good.',
  '1. Open Settings.\n2. Choose Plan.\n\n- A point\n- Another [2]',
  'Das gilt bis zum 3. Mai, z. B. für Räder. Danach nicht mehr.',
  '¿Cuánto tarda? Dos días [2][3]. Gracias…',
]

describe('the sentences of a streamed text', () => {
  it('end where a reader would end them', () => {
    expect(cut(TEXTS[0]!)).toEqual([
      'You can return it within 45 days [1].',
      ' Bring the receipt. [1]',
      ' Anything else?',
    ])
    expect(cut(TEXTS[1]!)).toEqual([
      'It costs £12.50, e.g. for a tube.',
      ' Dr. Okafor calls back!',
      ' (Within 2 days.)',
      ' Good.',
    ])
    expect(cut(TEXTS[2]!)).toEqual(['1. Open Settings.', '\n2. Choose Plan.', '\n\n- A point', '\n- Another [2]'])
    expect(cut(TEXTS[3]!)).toEqual(['Das gilt bis zum 3. Mai, z. B. für Räder.', ' Danach nicht mehr.'])
    expect(cut(TEXTS[4]!)).toEqual(['¿Cuánto tarda?', ' Dos días [2][3].', ' Gracias…'])
  })

  it('are the same for every chunking, and lose no character', () => {
    for (const text of TEXTS) {
      for (const step of [1, 2, 3, 7]) expect(cut(text, step)).toEqual(cut(text))
      expect(cut(text).join('')).toBe(text)
    }
  })

  it('do not split an address or a number', () => {
    expect(cut('See https://acme.example/a.b?c=d. It is version 2.5.1 now.')).toEqual([
      'See https://acme.example/a.b?c=d.',
      ' It is version 2.5.1 now.',
    ])
  })

  it('are returned in parts when one does not end', () => {
    const sentences = createSentences()
    const parts = sentences.push('word '.repeat(1_000))
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(1_001)
    expect(parts.length).toBeGreaterThan(3)
  })

  it('[H8] takes an id for a whole sentence as soon as it is closed, and behind a sentence for its citation', () => {
    const sentences = createSentences()
    expect(sentences.push('[1.')).toEqual([])
    expect(sentences.push('2]')).toEqual(['[1.2]'])
    expect(sentences.push(' [gladly] [2.10] Bring')).toEqual([' [gladly]', ' [2.10]'])
    expect(sentences.push(' it. [1.3] Then')).toEqual([' Bring it. [1.3]'])
  })
})
