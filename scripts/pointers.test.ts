import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const SELF = 'scripts/pointers.test.ts'
const sources = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', '--', '*.ts', '*.tsx', '*.mjs', '*.css', '*.sql'],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((path) => path !== '' && path !== SELF && existsSync(join(ROOT, path)))
const documents = new Set(globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT }).map((path) => basename(path)))

/** The comments of a source file, each with its line number. */
function commentsIn(path: string): { line: number; text: string }[] {
  const lines = readFileSync(join(ROOT, path), 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    const text = /^\s*(?:\/\/|\/?\*{1,2}|--)\s+(.*)$|\s\/\/\s(.*)$/
      .exec(line)
      ?.slice(1)
      .find((part) => part !== undefined)
    return text === undefined ? [] : [{ line: index + 1, text }]
  })
}

/** The first reference of a comment to something outside the repository; null when there is none. */
function danglingPointer(text: string): string | null {
  const ruling = /\bR\d{1,2}\b|\bseed \d|\bthe seeds\b|§ ?\d/.exec(text)
  if (ruling) return ruling[0]
  // Acceptance ids belong in test titles only; a comment states the rule.
  const row = /\((?:[A-Z]\d{1,2})(?:, [A-Z]\d{1,2})*\)/.exec(text)
  if (row) return row[0]
  const document = [...text.matchAll(/[\w-]+\.md\b/g)].map(([name]) => name).find((name) => !documents.has(name))
  return document ?? null
}

describe('comments', () => {
  it('point to nothing that is not in the repository', () => {
    const found = sources.flatMap((path) =>
      commentsIn(path).flatMap(({ line, text }) => {
        const pointer = danglingPointer(text)
        return pointer === null ? [] : [`${path}:${line} points to ${pointer}: state the rule instead`]
      }),
    )
    expect(found).toEqual([])
  })

  it.each([
    ['the owner has it (R1)', 'R1'],
    ['as seed 3 §7 says', 'seed 3'],
    ['the seeds’ five lines', 'the seeds'],
    ['as ai.md decides', 'ai.md'],
    ['only the finished (U6)', '(U6)'],
    ['a rule of docs/product-rules.md', null],
    ['an ordinary sentence (UTF8 aside)', null],
  ])('%j points to %j', (text, pointer) => {
    expect(danglingPointer(text)?.trim() ?? null).toBe(pointer)
  })
})

describe('test titles', () => {
  it('name acceptance rows by ids of docs/acceptance.md only', () => {
    const titles = sources
      .filter((path) => /\.(test|spec)\.tsx?$/.test(path))
      .flatMap((path) => {
        const ids = readFileSync(join(ROOT, path), 'utf8').match(/\[R\d+\]/g) ?? []
        return ids.map((id) => `${path}: ${id}`)
      })
    expect(titles).toEqual([])
  })
})
