import { describe, expect, it } from 'vitest'
import { parseMail } from './parse-mail.ts'
import { readMail } from './read-mail.ts'
import { UnreadableMailError } from './unreadable-mail-error.ts'

const HEAD = 'From: Eve <eve@example.org>\r\nTo: support@example.com\r\nSubject: Hello\r\nMIME-Version: 1.0\r\n'
const bytesOf = (mail: string) => Buffer.from(mail, 'latin1')
const htmlMail = (html: string) => bytesOf(`${HEAD}Content-Type: text/html; charset=utf-8\r\n\r\n${html}`)
const reasonOf = (mail: Promise<unknown>) =>
  mail.then(
    () => 'read',
    (error: unknown) => (error instanceof UnreadableMailError ? error.reason : String(error)),
  )

describe('a hostile mail', () => {
  it('[V5] of 2,000 parts is read whole', async () => {
    const parts = Array.from({ length: 2000 }, (_, at) => `--b\r\nContent-Type: text/plain\r\n\r\nword${at}\r\n`).join(
      '',
    )
    const mail = await parseMail(bytesOf(`${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts}--b--\r\n`))
    expect(mail.body.match(/word\d+/g)).toHaveLength(2000)
  })

  it('[V5] to 10,000 recipients is read with all of them', async () => {
    const people = Array.from({ length: 10_000 }, (_, at) => `"N ${at}" <u${at}@example.org>`).join(',\r\n ')
    const mail = await parseMail(bytesOf(`From: eve@example.org\r\nTo: ${people}\r\nSubject: x\r\n\r\nHello.\r\n`))
    expect(mail.to).toHaveLength(10_000)
    expect(mail.body).toBe('Hello.')
  })

  it('[V5] that is nested 200 deep, has megabytes of headers, or none at all says why it cannot be read', async () => {
    const nested = Array.from(
      { length: 200 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    )
    expect(await reasonOf(parseMail(bytesOf(`${HEAD}${nested.join('')}x`)))).toBe('too_deep')
    expect(await reasonOf(parseMail(bytesOf(`${HEAD}${'X-A: b\r\n'.repeat(300_000)}\r\nx`)))).toBe('too_many_headers')
    expect(await reasonOf(parseMail(bytesOf('\r\nonly text')))).toBe('no_mail')
  })

  it('[V5] with mails inside mails inside mails is read to some depth, and ends', async () => {
    const chain = Array.from(
      { length: 300 },
      (_, at) => `From: n${at}@example.org\r\nContent-Type: message/rfc822\r\n\r\n`,
    )
    const mail = await parseMail(bytesOf(`${chain.join('')}From: last@example.org\r\n\r\nEnd`))
    expect(mail.attachments.map(({ mime }) => mime)).toEqual(['message/rfc822'])
    expect(mail.quoted).toContain('n3@example.org')
  })

  it('[V5] with scripts, frames, forms and trackers shows their words alone, and no address of a tracker', async () => {
    const { body } = await parseMail(
      htmlMail(
        '<script>alert(1)</script><img src="https://t.example/p.gif" alt="p" width="1" height="1"><b onclick="x()">Hi</b><iframe src="https://e.example">frame</iframe>',
      ),
    )
    expect(body).toBe('Hi')
  })

  it('[V5] whose markup is nested 100,000 deep is read without its markup', async () => {
    expect((await parseMail(htmlMail(`${'<div>'.repeat(100_000)}the word`))).body).toBe('the word')
  })

  it('[V5] of 40 MB is read in a thread of its own, while other work goes on', async () => {
    const line = `${'QUFB'.repeat(19)}\r\n`
    const file = `--b\r\nContent-Type: application/octet-stream; name=a.bin\r\nContent-Transfer-Encoding: base64\r\n\r\n${line.repeat(510_000)}`
    const mail = bytesOf(
      `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nSee the file.\r\n${file}--b--\r\n`,
    )
    let ticks = 0
    const timer = setInterval(() => {
      ticks += 1
    }, 5)
    const read = await readMail(mail).finally(() => clearInterval(timer))
    expect(read.body).toBe('See the file.')
    expect(read.attachments.map(({ name, content }) => [name, content.length])).toEqual([['a.bin', 510_000 * 57]])
    // In the server's own thread no timer would run until the end.
    expect(ticks).toBeGreaterThan(3)
  })

  it('[V5] that takes longer than a mail may is ended with the reason', async () => {
    const mail = bytesOf(`${HEAD}\r\n${'word '.repeat(20_000)}`)
    expect(await reasonOf(readMail(mail, { timeLimitMs: 1 }))).toBe('slow')
  })
})
