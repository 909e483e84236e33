import { describe, expect, it } from 'vitest'
import { parseMail } from './parsing/parse-mail.ts'

type Part = { id: string; name: string; type?: string }

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

/** A mail as web mailers write it, with the parts that its HTML shows. */
const parse = (html: string, parts: readonly Part[], plain = '') =>
  parseMail(
    Buffer.from(
      [
        'From: Ada <ada@example.org>',
        'Subject: Lamp',
        'MIME-Version: 1.0',
        'Content-Type: multipart/related; boundary=r',
        '',
        '--r',
        'Content-Type: multipart/alternative; boundary=a',
        '',
        ...(plain ? ['--a', 'Content-Type: text/plain', '', plain] : []),
        '--a',
        'Content-Type: text/html; charset=utf-8',
        '',
        html,
        '--a--',
        ...parts.flatMap(({ id, name, type = 'image/png' }) => [
          '--r',
          `Content-Type: ${type}; name="${name}"`,
          'Content-Transfer-Encoding: base64',
          `Content-Disposition: inline; filename="${name}"`,
          `Content-ID: <${id}>`,
          '',
          PIXEL,
        ]),
        '--r--',
      ].join('\r\n'),
    ),
  )

const placeholders = ({ attachments }: Awaited<ReturnType<typeof parse>>) =>
  attachments.map(({ placeholder }) => placeholder)

describe('the pictures in the text of a mail', () => {
  it('[V3] have words of their own at their place: their description, else their name, and no two the same', async () => {
    const mail = await parse(
      '<p>Before:<img src="cid:one@x" alt="image.png"></p><p>After:<img src="CID:two%40x" alt="image.png"></p><img src="cid:three@x">',
      [
        { id: 'two@x', name: 'image.png' },
        { id: 'one@x', name: 'image.png' },
        { id: 'three@x', name: 'plug [left].png' },
        { id: 'four@x', name: 'bill.png' },
      ],
      'Before: [image: image.png] After: [image: image.png]',
    )
    expect(mail.body).toBe('Before:[image.png]\n\nAfter:[image.png 2]\n\n[plug left .png]')
    expect(placeholders(mail)).toEqual(['[image.png 2]', '[image.png]', '[plug left .png]', null])
    expect(mail.quoted).toBeNull()
  })

  it('[V3] that are shown twice have the same words twice; one in the signature is folded with it', async () => {
    const mail = await parse(
      '<p>Look: <img src="cid:lamp" alt="Lamp"> again <img src="cid:lamp"></p><div class="gmail_signature">Ada<br><img src="cid:logo" alt="Firm logo"></div>',
      [
        { id: 'lamp', name: 'lamp.png' },
        { id: 'logo', name: 'logo.png' },
      ],
    )
    expect(mail.body).toBe('Look: [Lamp] again [Lamp]')
    expect(mail.quoted).toBe('Ada\n[Firm logo]')
    expect(placeholders(mail)).toEqual(['[Lamp]', '[Firm logo]'])
  })

  it('[V3] that no part of the mail is are their descriptions, and without one nothing; counting pixels are nothing', async () => {
    const mail = await parse(
      '<p>A <img src="cid:gone" alt="Lamp"> b <img src="cid:gone"> c <img src="https://example.org/x.png"> d <img src="cid:lamp" width="1" height="1"></p>',
      [{ id: 'lamp', name: 'lamp.png' }],
    )
    expect(mail.body).toBe('A [Lamp] b c d')
    expect(placeholders(mail)).toEqual([null])
  })
})
