import { describe, expect, it } from 'vitest'
import { tnefBytes } from '#test/mail-corpus/tnef-bytes.ts'
import { unpackRtf } from './compressed-rtf.ts'
import { readRtf } from './rtf-text.ts'
import { readWinmail } from './tnef.ts'

/** The sample of the specification (MS-OXRTFCP, section 4.1.1). */
const SAMPLE = '2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0'

describe('a winmail.dat', () => {
  it('[V5] holds RTF that is unpacked as the specification’s sample is', () => {
    const bytes = Buffer.from(SAMPLE, 'hex')
    expect(unpackRtf(bytes)).toBe('{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n')
  })

  it('[V5] cut anywhere, or with any byte changed, is read in part or not at all, and ends', () => {
    const whole = tnefBytes({
      body: 'The body.',
      rtf: '{\\rtf1\\ansi text \\b bold\\b0\\par}',
      files: [{ shortName: 'a.txt', longName: 'Long name.txt', content: Buffer.from('file') }],
    })
    for (let at = 0; at < whole.length; at += 1) {
      readWinmail(whole.subarray(0, at))
      const changed = Buffer.from(whole)
      changed[at] = 255 - (changed[at] ?? 0)
      readWinmail(changed)
    }
    expect(readWinmail(whole)).toMatchObject({ text: 'The body.', files: [{ name: 'Long name.txt' }] })
  })

  it('[V5] with RTF that says to be gigabytes is unpacked as far as it goes', () => {
    const bytes = Buffer.from('2d000000ffffffff4c5a4675000000000041424344454647', 'hex')
    expect(unpackRtf(bytes)).toMatch(/^ABCDEF/)
  })

  it('[V5] shows letters of other scripts that its RTF writes by number or in a code page', () => {
    expect(readRtf("{\\rtf1\\ansi\\ansicpg1251 \\'cf\\'f0 \\u8364?\\par}")).toEqual({ text: 'Пр €\n' })
  })
})
