import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accentTokens, contrast, shades } from './accent.ts'

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const sides = (value = '') => value.match(/#[0-9a-f]{6}/g) as [string, string]

describe('tokens of a chosen colour', () => {
  it('have enough contrast for any colour, in light and dark', () => {
    fc.assert(
      fc.property(hex, (color) => {
        const tokens = accentTokens(color)
        const [fill, on, text, soft] = ['fill', 'on', 'text', 'soft'].map((name) =>
          sides(tokens[`--accent-${name}`]),
        ) as [[string, string], [string, string], [string, string], [string, string]]
        for (const side of [0, 1] as const) {
          expect(contrast(fill[side], on[side])).toBeGreaterThanOrEqual(4.5)
          expect(contrast(text[side], soft[side])).toBeGreaterThanOrEqual(4.5)
        }
        expect(contrast(text[0], '#f3f6f6')).toBeGreaterThanOrEqual(4.5)
        expect(contrast(text[1], '#1d292d')).toBeGreaterThanOrEqual(4.5)
      }),
      { numRuns: 2000, seed: 1 },
    )
  })

  it('have ten shades whose dark half has enough contrast with white text', () => {
    const ten = shades('#f5d90a')
    expect(ten).toHaveLength(10)
    for (const shade of ten.slice(6)) expect(contrast(shade, '#ffffff')).toBeGreaterThanOrEqual(4.5)
  })
})
