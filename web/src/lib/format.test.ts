import { afterEach, describe, expect, it, vi } from 'vitest'
import { formatAge, formatBytes, formatNumber, formatRelative, initialsOf } from './format.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString()

describe('relative times', () => {
  it.each([
    [0, 'Just now'],
    [59, 'Just now'],
    [-30, 'Just now'],
    [60, '1 minute ago'],
    [3599, '59 minutes ago'],
    [3600, '1 hour ago'],
    [86_399, '23 hours ago'],
    [86_400, '1 day ago'],
    [30 * 86_400 - 1, '29 days ago'],
    [30 * 86_400, 'Oct 22, 2026'],
  ])('%d seconds ago reads %s', (seconds, words) => expect(formatRelative(ago(seconds), now)).toBe(words))

  it.each([
    [5, 'now'],
    [300, '5m'],
    [7200, '2h'],
    [86_400 * 3, '3d'],
    [86_400 * 40, 'Oct 12'],
  ])('%d seconds ago is short %s', (seconds, words) => expect(formatAge(ago(seconds), now)).toBe(words))
})

describe('formats', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('give numbers by the language of the page', () => {
    expect([formatNumber(5, 1), formatNumber(1234.5)]).toEqual(['5.0', '1,234.5'])
    vi.stubGlobal('document', { documentElement: { lang: 'de' } })
    expect([formatNumber(5, 1), formatNumber(1234.5)]).toEqual(['5,0', '1.234,5'])
  })

  it('give initials for unusual names too', () => {
    expect(['Ana Maria López', 'cher', '', '  ', '李 明'].map(initialsOf)).toEqual(['AL', 'C', '?', '?', '李明'])
  })

  it('give the size of a file', () => {
    expect([0, 999, 1000, 1234, 12_345, 20_971_520].map(formatBytes)).toEqual([
      '0 B',
      '999 B',
      '1 kB',
      '1.2 kB',
      '12 kB',
      '21 MB',
    ])
  })
})
