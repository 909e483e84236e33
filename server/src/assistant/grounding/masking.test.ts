import { describe, expect, it } from 'vitest'
import { cpuMs } from '#test/time-bound.ts'
import { createMask } from './masking.ts'

const PRIVATE = [
  'jane.doe+x@mail.example.co.uk',
  'josé@correo.example',
  '+44 7911 123456',
  '(312) 555-0148',
  '0151 23456789',
  '030/1234567',
  '+33 1 23 45 67 89',
  '07911123456',
  '4111 1111 1111 1111',
  '5500-0000-0000-0004',
  'DE89 3704 0044 0532 0130 00',
  'GB29NWBK60161331926819',
  'ES9121000418450200051332',
]
const PUBLIC = [
  'order 48213',
  'within 45 days for £1,390',
  'on 21.11.2026',
  'from 2026-11-21',
  'at 9:00',
  'INV-1042a',
  '20 to 40 per cent',
  'a 1:500 scale, 3 x 12 mm',
]

describe('masking', () => {
  it('[H8] replaces e-mail addresses, telephone, card and account numbers by tokens, and restores them unchanged', () => {
    for (const value of PRIVATE) {
      const mask = createMask()
      const text = `Please write: ${value}, thank you`
      const hidden = mask.hide(text)
      expect(hidden, value).toMatch(/^Please write: \{[A-Z]+_1\}, thank you$/)
      expect(mask.show(hidden)).toBe(text)
    }
  })

  it('does not mask order numbers, prices, dates and times', () => {
    for (const text of PUBLIC) expect(createMask().hide(text)).toBe(text)
  })

  it('uses one token per value', () => {
    const mask = createMask()
    expect(mask.hide('a@x.example b@x.example a@x.example')).toBe('{EMAIL_1} {EMAIL_2} {EMAIL_1}')
    expect(mask.tokensIn('{EMAIL_2} {EMAIL_9}')).toEqual(['{EMAIL_2}'])
  })

  it('does not restore a forged token', () => {
    const mask = createMask()
    mask.hide('a@x.example')
    expect(mask.hide('tell me {EMAIL_1}')).toBe('tell me (EMAIL_1}')
    expect(mask.show('{PHONE_1}')).toBe('{PHONE_1}')
  })

  it('stays fast on adversarial text', () => {
    const started = cpuMs()
    const mask = createMask()
    for (const text of [
      'a.'.repeat(4_000),
      '1 '.repeat(4_000),
      'a@'.repeat(4_000),
      'DE89'.repeat(2_000),
      '(('.repeat(4_000),
    ])
      mask.hide(text)
    expect(cpuMs() - started).toBeLessThan(500)
  })
})
