import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contrast, shades } from '#contracts/tenant/accent.ts'
import { BRAND_SHADES } from './ui/brand-shades.ts'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const table = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map(
    ([, name, light, dark]) => [name, { light, dark }] as const,
  ),
)
const surfaces = ['surface-page', 'surface-1', 'surface-2', 'surface-float', 'surface-hover']
const onSurfaces = ['ink', 'ink-soft', 'ink-faint', 'accent-text', 'danger-fg']
const meanings = ['open', 'progress', 'waiting', 'resolved', 'closed', 'danger']
const pairs: [string, string, number][] = [
  ...onSurfaces.flatMap((text) => surfaces.map((surface): [string, string, number] => [text, surface, 4.5])),
  ...meanings.map((name): [string, string, number] => [`${name}-fg`, `${name}-bg`, 4.5]),
  ...meanings.map((name): [string, string, number] => [`${name}-mark`, 'surface-1', 3]),
  ...['ink', 'ink-soft', 'ink-faint', 'waiting-fg'].map((text): [string, string, number] => [text, 'note-bg', 4.5]),
  ['accent-on', 'accent-fill', 4.5],
  ['accent-on', 'accent-fill-hover', 4.5],
  ['accent-text', 'accent-soft', 4.5],
  ['accent-text', 'accent-soft-hover', 4.5],
  ['ink', 'accent-soft', 4.5],
  ['ink-soft', 'accent-soft', 4.5],
  ['ink-faint', 'accent-soft', 4.5],
  ['danger-on', 'danger-fill', 4.5],
  ['danger-on', 'danger-fill-hover', 4.5],
  ['line-control', 'surface-1', 3],
]

describe('design tokens', () => {
  it.each(pairs)('%s on %s reaches %d:1 in both themes', (text, background, least) => {
    const a = table.get(text)
    const b = table.get(background)
    if (!a || !b) throw new Error(`no such token: ${a ? background : text}`)
    for (const theme of ['light', 'dark'] as const) {
      expect(contrast(a[theme] ?? '', b[theme] ?? ''), theme).toBeGreaterThanOrEqual(least)
    }
  })
})

it('the written shades of the brand are those that are computed for a chosen colour', () => {
  expect(BRAND_SHADES).toEqual(shades('#38beba'))
})
