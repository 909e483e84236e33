import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as m from '#i18n/messages.js'
import { composeEnvelope } from './compose.ts'
import { type Mail, MailError, type Mailer } from './mailer.ts'

/** The part of a mail's file name that is the same when the mail is sent again. */
const hashOf = (messageId: string): string => createHash('sha256').update(messageId).digest('hex').slice(0, 16)

/**
 * The mailer of an installation without a mail server: writes each mail as it would be sent (RFC 5322) to
 * `<folder>/<time>-<hash of its id>.eml`, completely or not at all, and once however often it is sent.
 */
export function fileMailer(options: { folder: string; from: string }): Mailer {
  const writing = new Map<string, Promise<void>>()
  const written = writtenMails(options.folder)
  return {
    kind: 'files',
    async send(mail) {
      const hash = hashOf(mail.messageId)
      const running = writing.get(hash) ?? write(options, mail, hash, written).finally(() => writing.delete(hash))
      writing.set(hash, running)
      await running
    },
    async stop() {
      await Promise.allSettled(writing.values())
    },
  }
}

/** The mail of a process that died is sent again after its job's time-out of 90 s at the earliest. */
const LISTED_MS = 60_000

type WrittenMails = { has(hash: string): Promise<boolean>; add(hash: string): void }

/** The hashes of the mails in the folder. It is read once a minute and not for each mail: it may hold very many. */
function writtenMails(folder: string): WrittenMails {
  let listed: { at: number; hashes: Promise<Set<string>> } | null = null
  const list = async (): Promise<Set<string>> => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return new Set((await readdir(folder)).map((name) => /-([0-9a-f]{16})\.eml$/.exec(name)?.[1] ?? ''))
  }
  return {
    has: async (hash) => {
      if (!listed || performance.now() - listed.at > LISTED_MS) listed = { at: performance.now(), hashes: list() }
      const { hashes } = listed
      hashes.catch(() => {
        listed = null
      })
      return (await hashes).has(hash)
    },
    add: (hash) => {
      listed?.hashes.then((hashes) => hashes.add(hash)).catch(() => undefined)
    },
  }
}

async function write(
  options: { folder: string; from: string },
  mail: Mail,
  hash: string,
  written: WrittenMails,
): Promise<void> {
  const envelope = composeEnvelope(mail, options.from)
  try {
    if (await written.has(hash)) return
    // Loaded with the first mail: 9 MB that an idle server does not need.
    const { createTransport } = await import('nodemailer')
    const composed = await createTransport({ streamTransport: true, buffer: true, newline: 'windows' }).sendMail(
      envelope,
    )
    if (!Buffer.isBuffer(composed.message)) throw new Error('nodemailer gave no buffer')
    const temporary = join(options.folder, `.${hash}.${randomBytes(4).toString('hex')}.tmp`)
    try {
      const file = await open(temporary, 'wx', 0o600)
      await file
        .writeFile(composed.message)
        .then(() => file.sync())
        .finally(() => file.close())
      const time = new Date().toISOString().replaceAll(':', '-')
      await rename(temporary, join(options.folder, `${time}-${hash}.eml`))
      written.add(hash)
    } finally {
      await rm(temporary, { force: true })
    }
  } catch (error) {
    throw new MailError(m.mail_fault_folder, {
      permanent: false,
      cause: error,
    })
  }
}
