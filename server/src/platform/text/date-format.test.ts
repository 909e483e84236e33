import { describe, expect, it } from 'vitest'
import { dateFormat } from './date-format.ts'

const at = new Date('2026-11-28T23:30:00Z')

describe('date formats', () => {
  it('write a moment in the language and the time zone', () => {
    expect(dateFormat('de', { weekday: 'long', timeZone: 'Europe/Berlin' }).format(at)).toBe('Sonntag')
    expect(dateFormat('en', { weekday: 'long', timeZone: 'America/New_York' }).format(at)).toBe('Saturday')
  })

  it('count an unknown time zone as UTC', () => {
    const parts = dateFormat('en', { timeZone: 'Nowhere/Else', timeZoneName: 'short' }).formatToParts(at)
    expect(parts.find(({ type }) => type === 'timeZoneName')?.value).toBe('UTC')
  })

  it('are created once', () => {
    const options = { dateStyle: 'long', timeZone: 'Asia/Tokyo' } as const
    expect(dateFormat('fr', options)).toBe(dateFormat('fr', { ...options }))
    expect(dateFormat('fr', options)).not.toBe(dateFormat('es', options))
  })
})
