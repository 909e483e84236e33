import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = new URL('../../../', import.meta.url).pathname
const sheetOf = (component: string) => `@mantine/core/styles/${component}.layer.css`
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

it('each component of Mantine that a screen uses has its style sheet, there or in all pages', () => {
  const shared = read('web/src/ui/mantine.ts')
  const lacking = globSync('web/src/**/*.tsx', { cwd: ROOT }).flatMap((path) => {
    const source = read(path)
    const names = [...source.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)]
      .flatMap(([, list]) => (list ?? '').split(','))
      .map((name) => name.trim())
    return names
      .filter((name) => existsSync(join(ROOT, 'node_modules', sheetOf(name))))
      .filter((name) => !shared.includes(sheetOf(name)) && !source.includes(sheetOf(name)))
      .map((name) => `${path}: ${name}`)
  })
  expect(lacking).toEqual([])
})
