import type { ConversationId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

/** Threads that one statement reads. */
const FETCHED = 200
const CRLF = '\r\n'

type Message = {
  id: string
  author: string
  name: string | null
  body: string
  visibility: string
  at: string
  files: string[]
}
type Thread = {
  id: ConversationId
  number: number | null
  subject: string | null
  customerName: string | null
  customerEmail: string | null
  messages: Message[]
}

/** Every conversation with its messages as one mail file each; `fileNames` are the paths of attachments by the ids of their rows. */
export async function* mailFiles(
  t: Tx,
  business: { name: string; email: string; slug: string },
  fileNames: ReadonlyMap<string, string>,
): AsyncGenerator<{ name: string; bytes: Buffer }> {
  await t.sql(THREADS, [])
  for (;;) {
    const threads = await t.sql<Thread>(`FETCH ${FETCHED} FROM threads`)
    for (const thread of threads) {
      const name = thread.number === null ? `chat-${thread.id}` : `ticket-${String(thread.number).padStart(6, '0')}`
      yield { name: `threads/${name}.eml`, bytes: Buffer.from(mailOf(thread, business, fileNames)) }
    }
    if (threads.length < FETCHED) break
  }
  await t.sql('CLOSE threads')
}

const OWN = "(select nullif(current_setting('app.tenant_id', true), '')::uuid)"
const THREADS = `
  DECLARE threads NO SCROLL CURSOR FOR
  SELECT c.id, k.number, k.subject, coalesce(k.customer_name, u.name) AS "customerName", coalesce(k.customer_email, u.email) AS "customerEmail",
    m.messages
  FROM conversation c
  LEFT JOIN ticket k ON k.tenant_id = c.tenant_id AND k.conversation_id = c.id
  LEFT JOIN customer u ON u.tenant_id = c.tenant_id AND u.id = c.customer_id
  CROSS JOIN LATERAL (
    SELECT json_agg(json_build_object('id', m.id, 'author', m.author, 'name', m.author_name, 'body', m.body, 'visibility', m.visibility,
      'at', m.created_at, 'files', (SELECT coalesce(json_agg(f.id ORDER BY f.id), '[]') FROM file f
        WHERE f.tenant_id = m.tenant_id AND f.message_id = m.id)) ORDER BY m.seq) AS messages
    FROM message m WHERE m.tenant_id = c.tenant_id AND m.conversation_id = c.id AND m.author <> 'system') m
  WHERE c.tenant_id = ${OWN} AND m.messages IS NOT NULL ORDER BY c.id`

type Business = { name: string; email: string; slug: string }

/** A thread as a mail that holds its messages as mails, oldest first: every mail program shows them. */
function mailOf(thread: Thread, business: Business, fileNames: ReadonlyMap<string, string>): string {
  const boundary = `=_${thread.id}`
  const subject = thread.subject ?? 'Chat'
  const [first] = thread.messages
  const head = [
    `From: ${mailbox(thread.customerName ?? 'Customer', thread.customerEmail ?? `customer@${business.slug}.invalid`)}`,
    `To: ${mailbox(business.name, business.email)}`,
    `Subject: ${encoded(thread.number === null ? subject : `[#${thread.number}] ${subject}`)}`,
    `Date: ${dateOf(first?.at)}`,
    `Message-ID: <${thread.id}@${business.slug}.invalid>`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/digest; boundary="${boundary}"`,
  ]
  const parts = thread.messages.map((message, n) => {
    const before = thread.messages[n - 1]
    const lines = [...headOf(thread, message, business, subject), ...referencesOf(before, business)]
    const files = message.files.map((id) => `X-Segue-Attachment: ${encoded(fileNames.get(id) ?? id)}`)
    return [`--${boundary}`, '', ...lines, ...files, '', wrapped(message.body)].join(CRLF)
  })
  return [...head, '', ...parts, `--${boundary}--`, ''].join(CRLF)
}

function headOf(thread: Thread, message: Message, business: Business, subject: string): string[] {
  const customer = mailbox(
    thread.customerName ?? message.name ?? 'Customer',
    thread.customerEmail ?? `customer@${business.slug}.invalid`,
  )
  const own = mailbox(message.author === 'member' ? (message.name ?? business.name) : business.name, business.email)
  const isCustomer = message.author === 'customer'
  return [
    `From: ${isCustomer ? customer : own}`,
    `To: ${isCustomer ? own : customer}`,
    `Subject: ${encoded(subject)}`,
    `Date: ${dateOf(message.at)}`,
    `Message-ID: <${message.id}@${business.slug}.invalid>`,
    `X-Segue-Author: ${message.author}`,
    ...(message.visibility === 'note' ? ['X-Segue-Visibility: internal note'] : []),
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
  ]
}

const referencesOf = (before: Message | undefined, { slug }: Business): string[] =>
  before ? [`In-Reply-To: <${before.id}@${slug}.invalid>`, `References: <${before.id}@${slug}.invalid>`] : []

const dateOf = (at: string | undefined): string => new Date(at ?? 0).toUTCString().replace('GMT', '+0000')

const mailbox = (name: string, address: string): string => `${encoded(name, true)} <${address.replace(/[<>\s]/g, '')}>`

const PLAIN = /^[A-Za-z0-9 ]*$/
const WORD_BYTES = 45

/** A text in a header (RFC 2047): in encoded words where it is more than plain letters. */
function encoded(given: string, isName = false): string {
  const text = given.replace(/[\p{Cc}]+/gu, ' ').trim()
  if (isName ? PLAIN.test(text) : /^[\x20-\x3c\x3e-\x7e]{0,70}$/.test(text)) return text || (isName ? '""' : '')
  const words: string[] = []
  let word = ''
  for (const character of text) {
    if (Buffer.byteLength(word + character) > WORD_BYTES) {
      words.push(word)
      word = ''
    }
    word += character
  }
  words.push(word)
  return words.map((one) => `=?utf-8?B?${Buffer.from(one).toString('base64')}?=`).join(`${CRLF} `)
}

const wrapped = (body: string): string =>
  Buffer.from(body)
    .toString('base64')
    .replace(/.{76}(?=.)/g, `$&${CRLF}`)
