import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const FOLDERS = ['web/src', 'widget']
const SIDES =
  /(?:^|[{;\s])(?:(?:margin|padding|border)-(?:left|right)[\w-]*|left|right|float|text-align|clear)\s*:\s*([^;}]*)/gm
const COMMENTS = /\/\*.*?\*\//gs
/** The middle is the same from both sides. */
const isOfOneSide = (declaration: string, value: string): boolean =>
  /^[{;\s]*(?:float|text-align|clear)/.test(declaration)
    ? /^(?:left|right)$/.test(value.trim())
    : value.trim() !== '50%'

it('[U12] no style names left or right, so that every page is mirrored for a language that runs from right to left', () => {
  const sheets = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.css'))
      .map((name) => `${folder}/${name}`),
  )
  expect(sheets.length).toBeGreaterThan(50)
  const found = sheets.flatMap((sheet) =>
    [...readFileSync(sheet, 'utf8').replace(COMMENTS, '').matchAll(SIDES)]
      .filter(([declaration, value = '']) => isOfOneSide(declaration, value))
      .map(([declaration]) => `${sheet}: ${declaration.trim()}`),
  )
  expect(found).toEqual([])
})
