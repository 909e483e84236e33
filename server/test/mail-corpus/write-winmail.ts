/** `node server/test/mail-corpus/write-winmail.ts`: writes the mails of the corpus that hold a `winmail.dat`, which nobody can write by hand. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type TnefContent, tnefBytes } from './tnef-bytes.ts'

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
const HTML_IN_RTF = [
  '{\\rtf1\\ansi\\ansicpg1252\\fromhtml1 \\deff0{\\fonttbl{\\f0\\fswiss Arial;}}',
  "{\\*\\htmltag64 <p>}\\htmlrtf {\\htmlrtf0 Bonjour, la porte reste bloqu\\'e9e.{\\*\\htmltag72 </p>}\\htmlrtf \\par}\\htmlrtf0",
  '{\\*\\htmltag64 <p>}Venez avant {\\*\\htmltag84 <b>}\\htmlrtf {\\b \\htmlrtf0 midi\\htmlrtf }\\htmlrtf0{\\*\\htmltag92 </b>} \\u8211?merci.{\\*\\htmltag72 </p>}}',
].join('\r\n')
const PLAIN_RTF =
  '{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0\\fswiss Arial;}}{\\*\\generator Riched20 10.0;}\\pard\\f0\\fs20 The heater is cold again.\\par Error code: {\\b F28}\\par\\tab Caf\\u233?\\par}'

type Winmail = { text?: string; from: string; subject: string; content: TnefContent; isDamaged?: boolean }

const MAILS: Record<string, Winmail> = {
  'tuned/winmail/body-only': {
    from: 'Pat Reed <pat@old-exchange.example>',
    subject: 'Delivery note',
    content: { body: 'The delivery note is missing.\r\n\r\nPat', files: [] },
  },
  'tuned/winmail/rtf-and-two-files': {
    from: 'Pat Reed <pat@old-exchange.example>',
    subject: 'Heater',
    content: {
      rtf: PLAIN_RTF,
      files: [
        { shortName: 'INVOIC~1.PDF', longName: 'Invoice – März.pdf', mime: 'application/pdf', content: PDF },
        { shortName: 'notes.txt', content: Buffer.from('cold since Monday\r\n') },
      ],
    },
  },
  'tuned/winmail/beside-the-text': {
    text: 'Please see the attached plan.\r\n',
    from: 'Pat Reed <pat@old-exchange.example>',
    subject: 'Plan',
    content: {
      body: 'Please see the attached plan.\r\n',
      files: [{ shortName: 'plan.pdf', mime: 'application/pdf', content: PDF }],
    },
  },
  'tuned/winmail/message-inside': {
    from: 'Pat Reed <pat@old-exchange.example>',
    subject: 'FW: Complaint',
    content: {
      body: 'The complaint is inside.',
      files: [
        {
          shortName: 'Complaint',
          content: Buffer.alloc(0),
          message: { body: 'The seat is torn.', files: [{ shortName: 'seat.pdf', content: PDF }] },
        },
      ],
    },
  },
  'tuned/winmail/damaged': {
    text: 'The file should be readable.\r\n',
    from: 'Pat Reed <pat@old-exchange.example>',
    subject: 'Damaged',
    content: { body: 'Never read' },
    isDamaged: true,
  },
  'held-out/winmail/html-and-file': {
    from: 'Inge Holm <inge@kontor.example>',
    subject: 'Stornierung',
    content: {
      html: '<html><body><p>Bitte stornieren Sie die Bestellung 31.</p><p>Grüße<br>Inge Holm</p></body></html>',
      files: [{ shortName: 'BESTEL~1.PDF', longName: 'Bestellung 31.pdf', mime: 'application/pdf', content: PDF }],
    },
  },
  'held-out/winmail/html-in-rtf': {
    from: 'Luc Petit <luc@kontor.example>',
    subject: 'Porte',
    content: { rtf: HTML_IN_RTF },
  },
}

for (const [path, { text, from, subject, content, isDamaged }] of Object.entries(MAILS)) {
  const bytes = tnefBytes(content)
  const packed = (isDamaged ? bytes.subarray(0, 20) : bytes).toString('base64').replace(/.{76}/g, '$&\r\n')
  const lines = [
    `From: ${from}`,
    'To: support@example.com',
    `Subject: ${subject}`,
    'Date: Tue, 24 Nov 2026 10:02:11 +0100',
    `Message-ID: <${path.replaceAll('/', '.')}@mail.example.org>`,
    'MIME-Version: 1.0',
    'X-MS-Has-Attach: yes',
    'Content-Type: multipart/mixed; boundary="----_=_NextPart_000"',
    '',
    ...(text === undefined ? [] : ['------_=_NextPart_000', 'Content-Type: text/plain; charset="us-ascii"', '', text]),
    '------_=_NextPart_000',
    'Content-Type: application/ms-tnef; name="winmail.dat"',
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment; filename="winmail.dat"',
    '',
    packed,
    '------_=_NextPart_000--',
    '',
  ]
  const file = join(import.meta.dirname, `${path}.eml`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, lines.join('\r\n'))
}
