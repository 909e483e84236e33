import { describe, expect, test } from 'vitest'
import { MAX_PASSAGE, splitIntoPassages } from './passages.ts'

const sentence = (n: number) => `Sentence number ${n} says something about the bikes that we sell in the shop.`
const paragraph = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => sentence(from + index)).join(' ')

describe('splitting of a text into passages', () => {
  test('a section becomes a passage with its heading as plain text', () => {
    const text = [
      paragraph(1, 3),
      '## 4. Pedals',
      'Grease **both** threads, [as shown](https://example.com). The `R` pedal turns clockwise &amp; the left one the other way.',
    ].join('\n\n')
    expect(splitIntoPassages(text)).toEqual([
      { heading: null, page: null, text: paragraph(1, 3) },
      {
        heading: '4. Pedals',
        page: null,
        text: 'Grease both threads, as shown. The R pedal turns clockwise & the left one the other way.',
      },
    ])
  })

  test('a section that is too short is joined with the next one and its heading', () => {
    expect(splitIntoPassages('Bare feet, please.\n\n## Measure\n\n1. Height\n2. Inside leg')).toEqual([
      { heading: null, page: null, text: 'Bare feet, please.\n\nMeasure\n1. Height\n2. Inside leg' },
    ])
  })

  test('each row of a table has the names of its columns', () => {
    const [only] = splitIntoPassages('| Size | Height |\n|---|---|\n| S | 155–167 cm |\n| M | 166–178 cm |')
    expect(only?.text).toBe('- Size: S, Height: 155–167 cm\n- Size: M, Height: 166–178 cm')
  })

  test('no passage is longer than the limit, none ends within a sentence, and no sentence is lost', () => {
    const passages = splitIntoPassages([paragraph(1, 40), '## More', paragraph(41, 3), paragraph(44, 9)].join('\n\n'))
    expect(passages.length).toBeGreaterThan(5)
    for (const { text } of passages) {
      expect(text.length).toBeLessThanOrEqual(MAX_PASSAGE)
      expect(text).toMatch(/\.$/)
    }
    const words = passages.map(({ text }) => text).join(' ')
    for (let n = 1; n <= 52; n += 1) expect(words).toContain(sentence(n))
  })

  test('a word longer than the limit is split; blank text, images and scripts give no passage', () => {
    const passages = splitIntoPassages('x'.repeat(5000))
    expect(passages.every(({ text }) => text.length <= MAX_PASSAGE)).toBe(true)
    expect(passages.map(({ text }) => text.replace('…', '')).join('')).toHaveLength(5000)
    expect(splitIntoPassages(' \n\n ')).toEqual([])
    expect(splitIntoPassages('![a](b.png)\n\n---\n\n<script>x</script>')).toEqual([])
  })
})
