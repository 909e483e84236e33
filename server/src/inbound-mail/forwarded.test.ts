import { describe, expect, it } from 'vitest'
import { forwardedFromOf } from './forwarded.ts'
import { parseMail } from './parsing/parse-mail.ts'

const mail = (body: string, headers: string[] = []) =>
  parseMail(Buffer.from([...headers, 'Subject: Fwd: Bell', 'From: kim@shop.example', '', body].join('\r\n')))

describe('the sender of a forwarded mail', () => {
  it('[V3] is read from the lines of the forwarded mail, in four languages', async () => {
    for (const word of ['From', 'Von', 'De', 'Remitente'])
      expect(
        forwardedFromOf(await mail(`See below.\r\n\r\n> ${word}: "Ada L." <ada@people.example>\r\n> Subject: Bell`)),
      ).toEqual({
        name: 'Ada L.',
        address: 'ada@people.example',
      })
  })

  it('[V5] is looked for in a text of three million characters without reading it again from every line', async () => {
    const given = await mail('short')
    for (const body of ['*\n'.repeat(1_500_000), `from${' '.repeat(3_000_000)}x`, '>'.repeat(3_000_000)])
      expect(forwardedFromOf({ ...given, body })).toBeNull()
  })

  it('[V5] a mail of many short quotes is read without going over the earlier ones for each', async () => {
    expect((await mail('>\n\n'.repeat(400_000))).subject).toBe('Fwd: Bell')
  })
})

describe('what the receiving server found out about a sender', () => {
  it('[V3] is read from the beginning of each of its results: words of the sender within them count for nothing', async () => {
    const forged =
      'mx.example; spf=pass (dmarc=pass) smtp.mailfrom=dmarc=pass@evil.example; dmarc=fail header.from=corp.example'
    const { authentication } = await mail('Hello', [`Authentication-Results: ${forged}`])
    expect(authentication).toEqual({ by: 'mx.example', spf: 'pass', dkim: null, dmarc: 'fail' })
  })
})
