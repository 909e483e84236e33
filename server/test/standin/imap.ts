import type { AddressInfo } from 'node:net'
import hoodiecrow, { type HoodiecrowServer } from 'hoodiecrow-imap'

export type ImapStandin = {
  port: number
  /** A mail arrives in the inbox; clients that wait are told. */
  deliver(raw: string): void
  /** The flags of the mails in the inbox, the first first. */
  flags(): string[][]
  /** The inbox is made anew under another numbering, with these mails. */
  replaceInbox(uidValidity: number, raws: readonly string[]): void
  connections(): number
  /** Ends every connection, as a server does that restarts. */
  cut(): void
  stop(): Promise<void>
}

const PLUGINS = ['IDLE', 'ID', 'UNSELECT', 'ENABLE', 'SASL-IR', 'AUTH-PLAIN', 'NAMESPACE']

/** A mailbox over IMAP, of a user `ada` with the password `secret`. */
export async function startImap(raws: readonly string[] = []): Promise<ImapStandin> {
  const storage = { INBOX: { messages: raws.map((raw) => ({ raw })) } }
  const imap: HoodiecrowServer = hoodiecrow({ plugins: PLUGINS, users: { ada: { password: 'secret' } }, storage })
  const sockets = new Set<{ destroy(): void }>()
  imap.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((ready) => imap.listen(0, ready))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (imap.server.address() as AddressInfo).port,
    deliver: (raw) => imap.appendMessage('INBOX', [], false, raw),
    flags: () => imap.getMailbox('INBOX').messages.map(({ flags }) => flags),
    replaceInbox: (uidValidity, given) => {
      const inbox = imap.getMailbox('INBOX')
      inbox.messages.length = 0
      inbox.uidnext = 1
      inbox.uidvalidity = uidValidity
      for (const raw of given) imap.appendMessage('INBOX', [], false, raw)
    },
    connections: () => sockets.size,
    cut,
    stop: async () => {
      cut()
      await new Promise<void>((ended) => imap.close(() => ended()))
    },
  }
}
