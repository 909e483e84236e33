declare module 'hoodiecrow-imap' {
  import type { Server } from 'node:net'

  type Inbox = { messages: { flags: string[]; raw: string }[]; uidnext: number; uidvalidity: number }
  export type HoodiecrowServer = {
    server: Server
    listen(port: number, ready: () => void): void
    close(ended: () => void): void
    appendMessage(mailbox: string, flags: string[], internaldate: string | false, raw: string): void
    getMailbox(path: string): Inbox
  }
  type Options = {
    plugins: readonly string[]
    users: Record<string, { password: string }>
    storage: Record<string, { messages: { raw: string }[] }>
  }
  /** A mail server that speaks IMAP and keeps its mails in memory. */
  export default function hoodiecrow(options: Options): HoodiecrowServer
}
