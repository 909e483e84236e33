import type { AddressInfo } from 'node:net'
import hoodiecrow, { type HoodiecrowServer } from 'hoodiecrow-imap'
import { isDovecotInstalled, startDovecot } from './dovecot.ts'

/** A server with a mailbox, as the tests use it. */
export type MailServer = {
  name: string
  port: number
  /** A mail arrives in the inbox; clients that wait are told. */
  deliver(raw: string): void
  /** The flags of the mails in the inbox, the first first. */
  flags(): string[][]
  /** The inbox is made anew under another numbering, with these mails. */
  replaceInbox(uidValidity: number, raws: readonly string[]): void | Promise<void>
  connections(): number
  /** Ends every connection, as a server does that restarts. */
  cut(): void
  stop(): Promise<void>
}

export type ImapStandin = Omit<MailServer, 'deliver' | 'replaceInbox'> & {
  /** `at`: it arrived then, as `24-Nov-2026 10:00:00 +0000`. */
  deliver(raw: string, at?: string): void
  replaceInbox(uidValidity: number, raws: readonly string[]): void
  /** From now on the password is another one. */
  setPassword(password: string): void
  /** The connection that sends so many bytes from now on is cut in the middle of them, once. */
  cutAfter(bytes: number): void
  uidValidity(): number
}

/** Dovecot where it is installed and begins, else the stand-in; `name` says which one, and why. */
export async function startInstalledImap(raws: readonly string[] = []): Promise<MailServer> {
  if (!isDovecotInstalled()) return startImap(raws)
  try {
    return await startDovecot(raws)
  } catch (error) {
    const standin = await startImap(raws)
    return { ...standin, name: `${standin.name}, since ${error instanceof Error ? error.message : String(error)}` }
  }
}

const PLUGINS = ['IDLE', 'ID', 'UNSELECT', 'ENABLE', 'SASL-IR', 'AUTH-PLAIN', 'NAMESPACE']

/** A mailbox over IMAP, of a user `ada` with the password `secret`. */
export async function startImap(raws: readonly string[] = []): Promise<ImapStandin> {
  const users = { ada: { password: 'secret' } }
  const storage = { INBOX: { messages: raws.map((raw) => ({ raw })) } }
  const imap: HoodiecrowServer = hoodiecrow({ plugins: PLUGINS, users, storage })
  const sockets = new Set<{ destroy(): void }>()
  let left = Number.POSITIVE_INFINITY
  imap.server.on('connection', (socket) => {
    sockets.add(socket)
    const write = socket.write.bind(socket) as (data: Uint8Array) => boolean
    socket.write = ((data: Uint8Array | string) => {
      const bytes = typeof data === 'string' ? Buffer.from(data, 'binary') : data
      const isLast = bytes.length > left
      const isGoingOn = write(isLast ? bytes.subarray(0, left) : bytes)
      left -= bytes.length
      if (!isLast) return isGoingOn
      left = Number.POSITIVE_INFINITY
      socket.end()
      socket.destroySoon()
      return false
    }) as typeof socket.write
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((ready) => imap.listen(0, ready))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    name: 'hoodiecrow-imap',
    port: (imap.server.address() as AddressInfo).port,
    deliver: (raw, at) => imap.appendMessage('INBOX', [], at ?? false, raw),
    flags: () => imap.getMailbox('INBOX').messages.map(({ flags }) => flags),
    replaceInbox: (uidValidity, given) => {
      const inbox = imap.getMailbox('INBOX')
      inbox.messages.length = 0
      inbox.uidnext = 1
      inbox.uidvalidity = uidValidity
      for (const raw of given) imap.appendMessage('INBOX', [], false, raw)
    },
    setPassword: (password) => {
      users.ada.password = password
    },
    cutAfter: (bytes) => {
      left = bytes
    },
    uidValidity: () => imap.getMailbox('INBOX').uidvalidity,
    connections: () => sockets.size,
    cut,
    stop: async () => {
      cut()
      await new Promise<void>((ended) => imap.close(() => ended()))
    },
  }
}
