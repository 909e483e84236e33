import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import type { Access } from '#contracts/endpoint.ts'
import { ErrorReply } from '#contracts/errors.ts'
import type { UserId } from '#contracts/ids.ts'
import { getTicket } from '#contracts/ticket/ticket.ts'
import { makeGuest } from '#server/customer/fixture.ts'
import { allRoutes } from '#server/domains.ts'
import { makeAccount, makeMember, makeSession } from '#server/identity/fixture.ts'
import { makeArticle } from '#server/knowledge/fixture.ts'
import type { Platform } from '#server/platform/platform.ts'
import { makeTenant } from '#server/tenant/fixture.ts'
import { clientOf } from '#test/client.ts'
import { startChat, submitForm, uploadText } from './full-tenant.ts'
import type { RawRequest } from './malformed-bytes.ts'
import { type Known, malformedRequests } from './malformed-requests.ts'

export type FuzzReport = { requests: number; byStatus: Record<string, number>; faults: string[] }

/** Internal details that no reply may show: stack traces, SQL, database errors. */
const INTERNAL_DETAILS =
  /node_modules|\bat (?:async )?[\w.<>]+ \(|\.ts:\d+|\bselect\b.+\bfrom\b|\binsert into\b|syntax error|violates|invalid input syntax|out of range for type|pg_|drizzle|ZodError|ECONN/i

const AT_ONCE = 16
/** What requests delete, close or suspend is created again after this many requests. */
const RENEW_EVERY = 500

/** Sends `count` malformed requests to a running server and returns the replies by status and the faults. */
export async function fuzz(platform: Platform, count: number, seed: number): Promise<FuzzReport> {
  const target = await fuzzTenant(platform)
  const next = malformedRequests(
    allRoutes.map(({ endpoint }) => endpoint),
    target.known,
    seed,
  )
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const report: FuzzReport = { requests: 0, byStatus: {}, faults: [] }
  const worker = async () => {
    while (report.requests < count && report.faults.length < 20) {
      report.requests += 1
      if (report.requests % RENEW_EVERY === 0) await target.renew()
      const raw = next()
      const reply = await exchange(platform.baseUrl, agent, raw)
      const kind = reply.status === 0 ? 'cut' : String(reply.status)
      report.byStatus[kind] = (report.byStatus[kind] ?? 0) + 1
      const fault = faultOf(reply, raw.method)
      if (fault)
        report.faults.push(
          `${raw.about}: ${fault}\n  ${raw.method} ${raw.path.slice(0, 300)} ${JSON.stringify(raw.body?.toString('latin1').slice(0, 300) ?? '')}`,
        )
    }
  }
  await target.renew()
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  agent.destroy()
  for (const bytes of BROKEN_HTTP) {
    const fault = faultOfText(await sendBytes(platform.baseUrl, bytes))
    if (fault) report.faults.push(`${JSON.stringify(bytes.slice(0, 80))}: ${fault}`)
  }
  const alive = await fetch(`${platform.baseUrl}/readyz`)
  if (!alive.ok) report.faults.push(`the server is not ready afterwards (${alive.status})`)
  return report
}

/**
 * A business with rows of each kind, and people who may call the routes. `renew` makes another one: the requests remove its members, end
 * their sessions and suspend it.
 */
async function fuzzTenant(platform: Platform): Promise<{ known: Known; renew(): Promise<void> }> {
  let ids: Record<string, string> = {}
  let callers: Partial<Record<Access, ReturnType<Known['headers']>>> = {}
  const sessionOf = async (userId: UserId) => ({ cookie: await makeSession(platform, userId) })
  const renew = async () => {
    const { slug, tenant } = await makeTenant(platform)
    const { token } = await makeGuest(tenant)
    const { actor } = await makeMember(tenant, { role: 'admin' })
    const owner = await makeAccount(platform, { platformRole: 'super-admin' })
    const ofGuest = { authorization: `Bearer ${token}` }
    const ofMember = await sessionOf(actor.userId)
    const ofOwner = await sessionOf(owner.userId)
    const guest = clientOf(platform.baseUrl, ofGuest)
    const file = await uploadText(guest, slug)
    const chat = await startChat(guest, slug, [await uploadText(guest, slug)])
    const ticket = await submitForm(guest, slug)
    const params = { ticketId: ticket }
    const { ticket: row } = await clientOf(platform.baseUrl, ofMember).call(getTicket, { params })
    callers = { guest: ofGuest, account: ofMember, member: ofMember, owner: ofOwner }
    ids = {
      slug,
      tenant: tenant.id,
      articleSlug: (await makeArticle(tenant)).slug,
      user: actor.userId,
      file,
      conversation: chat.conversationId,
      message: chat.messageId,
      ticket,
      version: String(row.version),
    }
  }
  return { known: { ids: () => ids, headers: (access) => callers[access] ?? {} }, renew }
}

type Reply = { status: number; type: string; text: string }

/** How long a stream is read, and the time-out of any other reply. */
const STREAM_MS = 30
const LIMIT_MS = 20_000

function exchange(url: string, agent: Agent, raw: RawRequest): Promise<Reply> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    // A body without the method that carries one is malformed too, and must be framed to be sent.
    const length = raw.body ? { 'content-length': String(raw.body.length) } : {}
    const path = raw.path.replace(/[^\x21-\x7e]/g, (character) => encodeURIComponent(character.toWellFormed()))
    const cut = (message: string) => resolve({ status: 0, type: '', text: message })
    const call = request({ hostname, port, agent, method: raw.method, path, headers: { ...raw.headers, ...length } })
    call.setTimeout(LIMIT_MS, () => call.destroy(new Error('no answer')))
    call.on('error', (error) => cut(error.message))
    call.on('response', (answer) => read(answer, resolve))
    if (raw.body) call.write(raw.body)
    call.end()
  })
}

function read(answer: IncomingMessage, resolve: (reply: Reply) => void): void {
  const type = answer.headers['content-type'] ?? ''
  let text = ''
  const finish = () => resolve({ status: answer.statusCode ?? 0, type, text })
  const leave = () => {
    finish()
    answer.destroy()
  }
  answer.setEncoding('utf8')
  answer.on('data', (chunk: string) => {
    if (text.length < 20_000) text += chunk
  })
  answer.on('end', finish)
  answer.on('error', finish)
  if (type.startsWith('text/event-stream')) setTimeout(leave, STREAM_MS)
}

function faultOf({ status, type, text }: Reply, method: string): string | null {
  if (status === 0) return /no answer/.test(text) ? 'was not answered' : null
  if (status >= 500) return `${status} ${text.slice(0, 300)}`
  if (status < 400 || method === 'HEAD') return null
  if (type.startsWith('text/html'))
    return INTERNAL_DETAILS.test(text.replace(/<script.*?<\/script>/gs, '')) ? 'shows internal details' : null
  return faultOfError(text)
}

function faultOfError(text: string): string | null {
  const parsed = ErrorReply.safeParse(jsonOrNull(text))
  if (!parsed.success) return `not the error shape: ${text.slice(0, 300)}`
  const { current: _, ...shown } = parsed.data.error
  return INTERNAL_DETAILS.test(JSON.stringify(shown)) ? `shows internal details: ${text.slice(0, 300)}` : null
}

const jsonOrNull = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Requests that no HTTP library sends. */
const BROKEN_HTTP = [
  'GET\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'nonsense\r\n\r\n',
  '\0\0\0\0\r\n\r\n',
  'GET /api/\0tenant HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET /api/tenant HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n',
  'GET /api/tenant HTTP/1.1\r\nhost: x\r\ncookie: a\0b\r\n\r\n',
  `GET /api/tenant HTTP/1.1\r\nhost: x\r\ncookie: ${'c'.repeat(20_000)}\r\n\r\n`,
  `GET /${'p'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
  'POST /api/session HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: -1\r\n\r\n{}',
  'POST /api/session HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}',
  'POST /api/session HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\ncontent-length: 2\r\n\r\n0\r\n\r\n',
  'POST /api/session HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n',
  'GET /api/tenant HTTP/1.1\r\n\r\n',
]

/** Sends bytes to the server without an HTTP library and returns its reply. */
function sendBytes(url: string, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.setTimeout(3000, () => socket.destroy())
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      // The reply is complete; a keep-alive connection would not end by itself.
      if (/\r\n\r\n.*}\s*$/s.test(text)) socket.end()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(text))
    socket.write(bytes)
  })
}

function faultOfText(text: string): string | null {
  if (text === '') return null
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1])
  if (status >= 500) return text.slice(0, 200)
  const [, ...body] = text.split('\r\n\r\n')
  // Without a host header Node refuses with the bare status.
  return status === 400 && ['', '0'].includes(body.join('')) ? null : faultOfError(body.join('\r\n\r\n'))
}
