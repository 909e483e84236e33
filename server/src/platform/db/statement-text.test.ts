import { describe, expect, it } from 'vitest'
import { withoutValues } from './statement-text.ts'

describe('the text of a statement without its values', () => {
  it.each([
    [`SELECT 1 FROM "t1" WHERE a = 'x' AND b = 12.5`, 'SELECT ? FROM "t1" WHERE a = ? AND b = ?'],
    [`SET LOCAL app.member_name =  E'a\\\\b\\'c'`, 'SET LOCAL app.member_name = ?'],
    [`SELECT pg_notify('c', '{"a":"it''s"}'); COMMIT`, 'SELECT pg_notify(?, …); COMMIT'],
    ['INSERT INTO t VALUES ($1, $2, $3), ($4, $5, $6)', 'INSERT INTO t VALUES (?, …), (?, …)'],
    ['SELECT $body$secret$body$, $$secret$$', 'SELECT ?, …'],
    [`SELECT 'never closed secret`, 'SELECT ?'],
    ['SELECT a\n  FROM t\tWHERE a = $1', 'SELECT a FROM t WHERE a = $1'],
  ])('%s', (text, expected) => {
    expect(withoutValues(text)).toBe(expected)
  })

  it('is of bounded length, and read in time that grows with the text only', () => {
    const begun = performance.now()
    const text = withoutValues(`SELECT ${`'${'x'.repeat(200_000)}', `.repeat(5)}${'a'.repeat(200_000)}`)
    expect(text.length).toBeLessThan(410)
    expect(text).not.toContain('xx')
    expect(performance.now() - begun).toBeLessThan(5000)
  })
})
