import type { MailPersonView } from '#contracts/inbound-mail/inbound-mail.ts'
import type { ParsedMail } from './parsing/parsed-mail.ts'

/** How mail programs begin the subject of a forwarded mail, in the languages of the product. */
const FORWARDED = /^\s*(?:fwd?|wg|tr|rv)\s*:/i
/** The line of the forwarded mail that names its sender, with the address in angle brackets or alone. */
const SENDER = /^[>\s*]{0,40}(?:from|von|de|expéditeur|remitente)\s{0,3}\*?\s{0,3}:\s{0,3}(.{3,400})$/i
/** The line is among the first ones; each is read alone and not to its end, so that no text takes long. */
const MOST_LINES = 2000
const LONGEST_LINE = 500
const ADDRESS = /<?(?:mailto:)?([^\s<>"',;:()[\]]{1,64}@[^\s<>"',;:()[\]]{1,190}\.[^\s<>"',;:()[\]]{2,60})>?/

/** Whose mail a mail forwards, as its own text says: nothing proves it. Null for any other mail. */
export function forwardedFromOf({ subject, body, quoted }: ParsedMail): MailPersonView | null {
  if (!FORWARDED.test(subject)) return null
  const line = senderLineIn(`${body}\n${quoted ?? ''}`)
  const found = ADDRESS.exec(line)
  const address = found?.[1]?.toLowerCase()
  if (!address) return null
  const name = line
    .slice(0, found?.index)
    .replace(/["*[\]]/g, '')
    .trim()
  return { name: name.slice(0, 200), address }
}

function senderLineIn(text: string): string {
  for (const line of text.split('\n', MOST_LINES)) {
    const found = SENDER.exec(line.slice(0, LONGEST_LINE).trimEnd())?.[1]
    if (found) return found
  }
  return ''
}
