import { describe, expect, it } from 'vitest'
import { durationText, minutesOf } from './duration.ts'

describe('[T12] an agreed time', () => {
  it.each([
    ['30 min', 30],
    ['30m', 30],
    ['4 h', 240],
    ['1 h 30 min', 90],
    ['1h30', undefined],
    ['', null],
    ['0 min', undefined],
    ['soon', undefined],
    ['4', undefined],
  ])('%j is %j minutes', (written, minutes) => {
    expect(minutesOf(written)).toBe(minutes)
  })

  it('reads back as it was written', () => {
    for (const minutes of [1, 30, 60, 90, 600, 129_600, null]) expect(minutesOf(durationText(minutes))).toBe(minutes)
  })
})
