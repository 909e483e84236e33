import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type SinkBehaviour, smtpSink } from '#test/smtp-sink.ts'
import { timeBound } from '#test/time-bound.ts'
import { fileMailer } from './file-mailer.ts'
import { type Mail, MailError } from './mailer.ts'
import { smtpMailer } from './smtp-mailer.ts'

const FROM = 'Segue <no-reply@segue.example>'
let sent = 0
const mailOf = (over: Partial<Mail> = {}): Mail => {
  sent += 1
  return {
    to: 'ada@example.com',
    subject: 'Your ticket — solved ✓',
    text: 'Hello Ada',
    html: '<p>Hello Ada</p>',
    messageId: `<m${sent}@segue.example>`,
    ...over,
  }
}
const faultOf = async (promise: Promise<unknown>): Promise<MailError> => {
  const error = await promise.then(
    () => null,
    (e: unknown) => e,
  )
  expect(error).toBeInstanceOf(MailError)
  return error as MailError
}

describe('file mailer', () => {
  let folder: string
  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'segue-mail-')), 'mail')
  })
  afterEach(async () => await rm(join(folder, '..'), { recursive: true, force: true }))

  it('writes a complete RFC 5322 message', async () => {
    const mailer = fileMailer({ folder, from: FROM })
    await mailer.send(
      mailOf({
        messageId: '<one@segue.example>',
        inReplyTo: '<zero@segue.example>',
        references: ['<root@segue.example>', '<zero@segue.example>'],
        replyTo: 'Bloom & Co <reply+abc@segue.example>',
        isAutomatic: true,
      }),
    )
    const names = await readdir(folder)
    expect(names).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d-]+\.\d+Z-[0-9a-f]{16}\.eml$/)])
    const raw = await readFile(join(folder, names[0] ?? ''), 'utf8')
    expect(raw.replace(/\r\n/g, '')).not.toMatch(/[\r\n]/)
    const [head = ''] = raw.split('\r\n\r\n')
    expect(head).toContain('From: Segue <no-reply@segue.example>\r\n')
    expect(head).toContain('To: ada@example.com\r\n')
    expect(head).toContain('Message-ID: <one@segue.example>\r\n')
    expect(head).toContain('In-Reply-To: <zero@segue.example>\r\n')
    expect(head).toContain('References: <root@segue.example> <zero@segue.example>\r\n')
    expect(head).toContain('Auto-Submitted: auto-generated\r\n')
    expect(head).toMatch(/Reply-To: "Bloom & Co" <reply\+abc@segue\.example>\r\n/)
    expect(head).toMatch(/Subject: =\?UTF-8\?/)
    expect(raw).toContain('Hello Ada')
    expect(raw).toContain('<p>Hello Ada</p>')
  })

  it('writes a mail once, however often and however parallel it is sent', async () => {
    const mail = mailOf()
    const mailer = fileMailer({ folder, from: FROM })
    await Promise.all(Array.from({ length: 10 }, () => mailer.send(mail)))
    await fileMailer({ folder, from: FROM }).send(mail)
    await Promise.all(Array.from({ length: 10 }, () => mailer.send(mailOf())))
    expect(await readdir(folder)).toHaveLength(11)
  })

  it('fails as temporary when the folder cannot be written', async () => {
    await writeFile(folder, 'a file where the folder should be')
    const fault = await faultOf(fileMailer({ folder, from: FROM }).send(mailOf()))
    expect(fault.permanent).toBe(false)
  })

  it('[V4] says in the words of old and new mail programs that it answers automatically', async () => {
    await fileMailer({ folder, from: FROM }).send(mailOf({ isAutomatic: true, automation: 'replied' }))
    const [name = ''] = await readdir(folder)
    const raw = await readFile(join(folder, name), 'utf8')
    expect(raw).toContain('Auto-Submitted: auto-replied\r\n')
    expect(raw).toContain('X-Auto-Response-Suppress: All\r\n')
    expect(raw).toContain('Precedence: auto_reply\r\n')
  })

  it('does not mark a person’s reply as automatic', async () => {
    await fileMailer({ folder, from: FROM }).send(mailOf())
    const [name = ''] = await readdir(folder)
    expect(await readFile(join(folder, name), 'utf8')).not.toMatch(/auto-submitted/i)
  })

  it('refuses header injection and second recipients permanently', async () => {
    const mailer = fileMailer({ folder, from: FROM })
    const bad: Partial<Mail>[] = [
      { to: 'a@example.com, b@example.com' },
      { to: 'a@example.com\r\nBcc: b@example.com' },
      { to: 'Group: a@example.com;' },
      { to: '"a@example.com" <b@example.com>' },
      { to: '' },
      { subject: 'Hello\r\nBcc: b@example.com' },
      { subject: 'Hello\nBcc: b@example.com' },
      { from: 'A <a@example.com>, B <b@example.com>' },
      { from: 'A\r\nBcc: b@example.com <a@example.com>' },
      { replyTo: 'a@example.com\nBcc: b@example.com' },
      { replyTo: 'a@example.com, b@example.com' },
      { messageId: 'none' },
      { messageId: '<a@b>\r\nX: y' },
      { inReplyTo: '<a@b> <c@d>' },
      { references: ['<a@b>\r\nBcc: b@example.com'] },
    ]
    for (const over of bad) expect((await faultOf(mailer.send(mailOf(over)))).permanent).toBe(true)
    expect(await readdir(folder).catch(() => [])).toEqual([])
  })
})

describe('smtp mailer', () => {
  let sink: Awaited<ReturnType<typeof smtpSink>>
  beforeEach(async () => {
    sink = await smtpSink()
  })
  afterEach(async () => await sink.stop())

  it('sends to exactly one envelope recipient, over few connections', async () => {
    const mailer = smtpMailer({ target: { url: sink.url }, from: FROM })
    await Promise.all(Array.from({ length: 30 }, (_, n) => mailer.send(mailOf({ to: `c${n}@example.com` }))))
    await mailer.stop()
    expect(new Set(sink.mails.map((mail) => mail.to.join()))).toHaveLength(30)
    expect(sink.mails.every((mail) => mail.to.length === 1 && mail.from === 'no-reply@segue.example')).toBe(true)
    expect(sink.connections).toBeLessThanOrEqual(4)
  })

  it('distinguishes a permanent from a temporary refusal', async () => {
    const cases: [SinkBehaviour, boolean][] = [
      [{ at: 'rcpt', do: 'reply', reply: '550 no such user' }, true],
      [{ at: 'end', do: 'reply', reply: '554 spam' }, true],
      [{ at: 'rcpt', do: 'reply', reply: '451 greylisted' }, false],
      [{ at: 'rcpt', do: 'reply', reply: '530 sign in first' }, false],
      [{ at: 'greeting', do: 'reply', reply: '554 not today' }, false],
      [{ at: 'end', do: 'cut' }, false],
    ]
    for (const [behaviour, permanent] of cases) {
      sink.behaviour = behaviour
      const mailer = smtpMailer({ target: { url: sink.url }, from: FROM })
      const fault = await faultOf(mailer.send(mailOf()))
      expect([behaviour.reply, fault.permanent]).toEqual([behaviour.reply, permanent])
      if (behaviour.reply) expect(fault.message).toContain(behaviour.reply)
      sink.behaviour = { at: 'never', do: 'reply' }
      await mailer.send(mailOf())
      await mailer.stop()
    }
    expect(sink.mails).toHaveLength(cases.length)
  })

  it('fails as temporary when the server does not answer at a step or does not exist', async () => {
    for (const at of ['greeting', 'rcpt', 'end'] as const) {
      const mailer = smtpMailer({ target: { url: sink.url }, from: FROM, timeoutMs: 150 })
      sink.behaviour = { at, do: 'hang' }
      const started = performance.now()
      expect((await faultOf(mailer.send(mailOf()))).permanent).toBe(false)
      expect(performance.now() - started).toBeLessThan(timeBound(2000))
      await mailer.stop()
    }
    const gone = smtpMailer({ target: { url: 'smtp://user:canary-pass@127.0.0.1:1' }, from: FROM, timeoutMs: 500 })
    const fault = await faultOf(gone.send(mailOf()))
    expect(fault.permanent).toBe(false)
    expect(fault.message + String(fault.cause)).not.toContain('canary-pass')
    await gone.stop()
  })
})
