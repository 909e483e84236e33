import type { Email } from 'postal-mime'
import type { MailParts } from './collect-parts.ts'
import type { Bounce } from './parsed-mail.ts'

type Given = Pick<MailParts, 'report' | 'mails' | 'returnedHeaders'> & { email: Email; text: string }

/** The report of a delivery that failed or is late; null for any other mail. */
export function bounceOf(given: Given): Bounce | null {
  return given.report?.kind === 'delivery-status' ? ofReport(given, given.report.fields) : ofText(given)
}

/** A report with fields (RFC 3464): of its recipients the first that is not reached. Null where all are. */
function ofReport({ email, mails, returnedHeaders, text }: Given, fields: string): Bounce | null {
  const blocks = fields
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]+/g, ' ')
    .split(/\n\s*\n/)
  const field = (block: string, name: string) =>
    new RegExp(`^${name}:[ \\t]*(.+)$`, 'im').exec(block)?.[1]?.trim() ?? null
  const action = (block: string) => field(block, 'Action')?.toLowerCase()
  const block = ['failed', 'delayed'].map((kind) => blocks.find((one) => action(one)?.startsWith(kind))).find(Boolean)
  if (!block) return null
  const recipient = field(block, 'Final-Recipient') ?? field(block, 'Original-Recipient')
  return {
    recipient: recipient?.replace(/^[^;]*;\s*/, '').replace(/^<|>$/g, '') ?? null,
    status: /\d\.\d{1,3}\.\d{1,3}/.exec(field(block, 'Status') ?? '')?.[0] ?? null,
    isPermanent: action(block)?.startsWith('failed') === true,
    explanation:
      field(block, 'Diagnostic-Code')?.replace(/^[\w-]+\s*;\s*/, '') || faultLine(text) || email.subject || '',
    originalMessageId: originalIdIn([...returnedHeaders, ...mails.map(decode)]) ?? originalIdIn([text]),
  }
}

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes.subarray(0, 64 * 1024))

const originalIdIn = (texts: readonly string[]): string | null =>
  texts.map((text) => /^[ \t>]*Message-ID:\s*(<[^<>\s]{1,998}>)/im.exec(text)?.[1]).find(Boolean) ?? null

const SERVERS = /^(?:mailer-daemon|mail-daemon|postmaster|mdaemon|mmdf|mail-delivery)\b/i
const ADDRESS = /[^\s<>()[\]:;,"'@]{1,64}@[\w.-]{1,253}[\w]/
/** A mail of a person may hold all of it; the copy of it does not tell what happened. */
const COPY =
  /^.{0,20}(?:below this line is a copy|copy of the (?:original )?message|header of the original message|message headers (?:were|follow)|original message (?:follows|header)|returned message).{0,60}$/im
const CODE = /(?<![\d.])[45]\d\d(?=[\s:-])|(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.])/
const ENHANCED = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])/
const IS_LATE =
  /delayed|not yet been delivered|will be retried|will continue|still being retried|warning only|noch nicht zugestellt|wird weiter versucht|pas encore été (?:remis|livré)|aún no se ha entregado/i
const FAILED =
  /undeliver|could ?n[o']t be (?:delivered|reached)|not be delivered|not delivered|did not reach|unable to deliver|wasn't able to deliver|delivery.{0,20}fail|fail.{0,20}deliver|fail.{0,20}notice|returned mail|nicht zugestellt|unzustellbar|nicht zustellbar|non (?:remis|distribué|livré)|n'a pas pu être|no se ha podido entregar|no entregado/i

/** What servers that know no report write to the sender, each in its own words: who was not reached, and the line with the reason. */
function ofText({ email, mails, returnedHeaders, text }: Given): Bounce | null {
  const headerOf = (name: string) => email.headers.find(({ key }) => key === name)?.value.trim()
  const failed = headerOf('x-failed-recipients')
  const isFromServer = SERVERS.test(email.from?.address ?? '') || headerOf('return-path') === '<>'
  if (failed === undefined && !isFromServer) return null
  const told = text.slice(0, COPY.exec(text)?.index ?? text.length).slice(0, 20_000)
  const lines = told.split('\n').map((line) => line.trim())
  const recipientAt = recipientLine(lines)
  const recipient = failed?.split(',')[0]?.trim() || (ADDRESS.exec(lines[recipientAt] ?? '')?.[0] ?? null)
  const fault = faultLine(told)
  const isLate = IS_LATE.test(`${email.subject}\n${told}`)
  if (!recipient || !(fault || isLate || FAILED.test(`${email.subject}\n${told}`))) return null
  const late = isLate ? lines.find((line) => IS_LATE.test(line)) : undefined
  const explanation = late ?? fault ?? lines.slice(recipientAt + 1).find((line) => line !== '') ?? email.subject ?? ''
  return {
    recipient,
    status: ENHANCED.exec(explanation)?.[0] ?? null,
    isPermanent: !isLate,
    explanation,
    originalMessageId: originalIdIn([...returnedHeaders, ...mails.map(decode), text]),
  }
}

/** The first line that begins with an address; without one the first that holds one. */
function recipientLine(lines: readonly string[]): number {
  const begins = lines.findIndex((line) => ADDRESS.exec(line.replace(/^["<\s]+/, ''))?.index === 0)
  return begins >= 0 ? begins : lines.findIndex((line) => ADDRESS.test(line))
}

/** The line with the code of the answer that the server got. */
const faultLine = (text: string): string | null =>
  text
    .split('\n')
    .map((line) => line.trim())
    .find((line) => CODE.test(line)) ?? null
