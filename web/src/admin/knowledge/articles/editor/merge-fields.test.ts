import { describe, expect, it } from 'vitest'
import { blankFields, mergeFields } from './merge-fields.ts'
import { compareWords } from './word-diff.ts'

const base = { ...blankFields, title: 'Returns', body: 'Within 45 days.' }

describe('two members who write one article', () => {
  it('[K7] keep what each changed; a field that both changed differently is a clash and stays mine', () => {
    const mine = { ...base, body: 'Within 30 days.' }
    expect(mergeFields(base, mine, { ...base, title: 'Refunds' })).toEqual({
      merged: { ...mine, title: 'Refunds' },
      clashes: [],
    })
    expect(mergeFields(base, mine, { ...base, body: 'Within 60 days.' })).toEqual({ merged: mine, clashes: ['body'] })
    expect(mergeFields(base, mine, mine)).toEqual({ merged: mine, clashes: [] })
    expect(mergeFields(base, base, { ...base, body: 'Theirs.' }).merged.body).toBe('Theirs.')
  })
})

describe('the comparison of two versions', () => {
  it('[K7] shows words that came and went, and gives both texts back', () => {
    const [before, after] = ['Returns take five days.\n\nCall us.', 'Returns take seven days.\n\nWrite to us.']
    const pieces = compareWords(before, after)
    const textOf = (kinds: string[]) =>
      pieces.flatMap(({ kind, text }) => (kinds.includes(kind) ? [text] : [])).join('')
    expect(textOf(['same', 'removed'])).toBe(before)
    expect(textOf(['same', 'added'])).toBe(after)
    expect(pieces).toContainEqual({ kind: 'removed', text: 'five' })
    expect(pieces).toContainEqual({ kind: 'added', text: 'seven' })
  })
})
