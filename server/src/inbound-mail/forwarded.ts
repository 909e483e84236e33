import type { MailPersonView } from '#contracts/inbound-mail/inbound-mail.ts'
import type { ParsedMail } from './parsing/parsed-mail.ts'

/** How mail programs begin the subject of a forwarded mail, in the languages of the product. */
const FORWARDED = /^\s*(?:fwd?|wg|tr|rv)\s*:/i
/** The line of the forwarded mail that names its sender, with the address in angle brackets or alone. */
const SENDER = /^[>\s*]*(?:from|von|de|expéditeur|remitente)\s*\*?\s*:\s*(.{3,400})$/im
const ADDRESS = /<?(?:mailto:)?([^\s<>"',;:()[\]]{1,64}@[^\s<>"',;:()[\]]{1,190}\.[^\s<>"',;:()[\]]{2,60})>?/

/** Whose mail a mail forwards, as its own text says: nothing proves it. Null for any other mail. */
export function forwardedFromOf({ subject, body, quoted }: ParsedMail): MailPersonView | null {
  if (!FORWARDED.test(subject)) return null
  const line = SENDER.exec(`${body}\n${quoted ?? ''}`)?.[1] ?? ''
  const found = ADDRESS.exec(line)
  const address = found?.[1]?.toLowerCase()
  if (!address) return null
  const name = line
    .slice(0, found?.index)
    .replace(/["*[\]]/g, '')
    .trim()
  return { name: name.slice(0, 200), address }
}
