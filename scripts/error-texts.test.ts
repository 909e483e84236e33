import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const root = new URL('../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const productFiles = (pattern: string) =>
  globSync(pattern, { cwd: root.pathname }).filter((path) => !/\.test\.ts$|fixture/.test(path))

/** An error made with a text in the code: `conflict('…')`, `new AppError('conflict', `…`)`, `invalid({ 'body.name': '…' })`. */
const LITERAL_ERROR =
  /\b(?:conflict|forbidden|unavailable)\(\s*['"`]|\bAppError\(\s*['"]\w+['"],\s*['"`]|\binvalid\(\{[^}()]*:\s*['"`][^'"`]/
/** The message of a zod check: a text with a blank in it. */
const ZOD_TEXT =
  /\.(?:min|max|length|regex|refine|email|url)\([^\n]*,\s*(?:\{ (?:message|error): )?(['"`])[A-Z][^'"`\n]* |required(?:Line|Text)\([^,]+,\s*(['"`])(?!error_)/

/** A sentence in quotes: a capital letter, three words or more, a full stop. */
const SENTENCE = /(['"`])[A-Z][^'"`\n]* [^'"`\n]* [^'"`\n]*\.\1/
/** Code whose texts reach people by replies and stored reasons instead of errors. */
const SHOWN_TEXTS =
  'server/src/{knowledge/import/*,agent/{openapi,call-action},platform/{mail/*,http/request-template},notification/jobs,tenant/activity}.ts'

describe('texts of errors', () => {
  it('are messages of the catalogue in the server', () => {
    const faults = productFiles('server/src/**/*.ts').filter((path) => LITERAL_ERROR.test(read(path)))
    expect(faults).toEqual([])
  })

  it('that are reasons, notes and activity entries are messages of the catalogue', () => {
    const paths = productFiles(SHOWN_TEXTS)
    expect(paths.length).toBeGreaterThan(10)
    const code = (path: string) => read(path).replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')
    expect(paths.filter((path) => SENTENCE.test(code(path)))).toEqual([])
  })

  it('are keys of the catalogue in the contracts', () => {
    const keys = new Set(
      productFiles('messages/en/*.json').flatMap((path) => Object.keys(JSON.parse(read(path)) as object)),
    )
    for (const path of productFiles('contracts/**/*.ts')) {
      const source = read(path)
      expect(ZOD_TEXT.test(source), `${path} has a text in a zod check`).toBe(false)
      for (const [, key = ''] of source.matchAll(/'(error_\w+)'/g)) expect(keys, `${path}: ${key}`).toContain(key)
    }
  })

  it.each(["throw conflict('Somebody changed it.')", "invalid({ 'body.name': `Choose a name.` })"])(
    'that stand in code are found: %s',
    (code) => {
      expect(LITERAL_ERROR.test(code)).toBe(true)
    },
  )

  it.each(["z.string().regex(/x/, 'Enter a name.')", "requiredLine(80, 'Enter a name.')"])(
    'that stand in a contract are found: %s',
    (code) => {
      expect(ZOD_TEXT.test(code)).toBe(true)
    },
  )
})
