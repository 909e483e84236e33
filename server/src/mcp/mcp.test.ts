import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ApiScope } from '#contracts/api-key/scope.ts'
import type { FaqId, TicketId } from '#contracts/ids.ts'
import { createFaq } from '#contracts/knowledge/faq.ts'
import { createTicket, getTicket } from '#contracts/ticket/ticket.ts'
import { makeApiKey } from '#server/api-key/fixture.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'

let h: Harness
const clients: Client[] = []
beforeAll(async () => {
  h = await startHarness({ env: { ROLE: 'web' } })
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
})
afterAll(() => h.stop())

const newId = <Id extends string>() => crypto.randomUUID() as Id

async function connect(authorization: string): Promise<Client> {
  const client = new Client({ name: 'proof', version: '1.0.0' })
  const requestInit = { headers: { authorization } }
  const transport = new StreamableHTTPClientTransport(new URL(`${h.url}/api/mcp`), { requestInit })
  clients.push(client)
  await client.connect(transport as Parameters<Client['connect']>[0])
  return client
}

async function business(scopes: readonly ApiScope[]) {
  const made = await h.tenant()
  const maya = await h.member(made, 'admin')
  const { id: keyId, key } = await makeApiKey(made.tenant, maya.actor, { scopes, name: 'Helper' })
  const client = await connect(`Bearer ${key}`)
  const call = async (name: string, given: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: given })
    const [content] = result.content as { text: string }[]
    return { isError: result.isError === true, text: content?.text ?? '' }
  }
  const ticket = await maya.call(createTicket, {
    body: { id: newId<TicketId>(), subject: 'Broken lantern', description: 'It flickers.', customerName: 'Robin' },
  })
  const thread = async () => {
    const { thread: read } = await maya.call(getTicket, { params: { ticketId: ticket.id }, query: {} })
    return read.messages.map(({ body, visibility, authorName }) => ({ body, visibility, authorName }))
  }
  return { ...made, maya, keyId, client, call, ticket, thread }
}

describe('the MCP server', () => {
  it('[D7] finds and reads tickets and searches the knowledge with a key, for the SDK’s own client', async () => {
    const { client, call, ticket, maya } = await business(['tickets:read', 'knowledge:read'])
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['search_knowledge', 'find_tickets', 'read_ticket'])
    await maya.call(createFaq, {
      body: { id: newId<FaqId>(), question: 'Do you repair lanterns?', answer: 'Yes, within a week.', phrasings: [] },
    })
    expect((await call('search_knowledge', { question: 'Do you repair lanterns?' })).text).toContain(
      'Yes, within a week.',
    )
    expect(JSON.parse((await call('find_tickets', { words: 'lantern', statuses: ['open'] })).text)).toMatchObject({
      items: [{ id: ticket.id, subject: 'Broken lantern' }],
    })
    expect((await call('find_tickets', { statuses: ['closed'] })).text).toBe('{"items":[],"nextCursor":null}')
    const read = JSON.parse((await call('read_ticket', { ticketId: ticket.id })).text)
    expect(read.ticket.id).toBe(ticket.id)
    expect(JSON.stringify(read.thread)).toContain('It flickers.')
  })

  it('[D7] writes drafts that the customer does not see, and sends only with the scope for it, each once', async () => {
    const writer = await business(['tickets:read', 'tickets:write'])
    const draft = { ticketId: writer.ticket.id, text: 'Please send it in.', idempotencyKey: 'one' }
    for (let n = 0; n < 2; n += 1) expect((await writer.call('draft_reply', draft)).isError).toBe(false)
    const notes = (await writer.thread()).filter(({ visibility }) => visibility === 'note')
    expect(notes).toEqual([
      { body: expect.stringContaining('Please send it in.'), visibility: 'note', authorName: 'Helper' },
    ])
    const refused = await writer.call('send_reply', draft)
    expect(refused).toEqual({ isError: true, text: expect.stringContaining('lacks the scope tickets:send') })
    const sender = await business(['tickets:write', 'tickets:send'])
    const sent = { ticketId: sender.ticket.id, text: 'It is on its way.', idempotencyKey: 'two' }
    for (let n = 0; n < 2; n += 1) expect((await sender.call('send_reply', sent)).isError).toBe(false)
    expect((await sender.thread()).filter(({ body }) => body === 'It is on its way.')).toEqual([
      { body: 'It is on its way.', visibility: 'public', authorName: 'Helper' },
    ])
  })

  it('[D7] has a row in the audit log for every call, also for a refused one', async () => {
    const { call, ticket, tenant, keyId } = await business(['tickets:read'])
    await call('read_ticket', { ticketId: ticket.id })
    await call('send_reply', { ticketId: ticket.id, text: 'Hello' })
    await call('read_ticket', { ticketId: 'no id' })
    await call('no_such_tool', {})
    const rows = await queryAsOwner<{ detail: Record<string, unknown> }>(
      h.database.ownerUrl,
      `SELECT detail FROM auth.audit_log WHERE tenant_id = $1 AND action = 'mcp_call' ORDER BY at`,
      [tenant.id],
    )
    const ofKey = { apiKeyId: keyId, name: 'Helper' }
    expect(rows.map(({ detail }) => detail)).toEqual([
      { tool: 'read_ticket', isAllowed: true, ticketId: ticket.id, ...ofKey },
      { tool: 'send_reply', isAllowed: false, ticketId: ticket.id, ...ofKey },
      { tool: 'read_ticket', isAllowed: true, ...ofKey },
      { tool: 'unknown', isAllowed: false, ...ofKey },
    ])
  })

  it('[D7] reads no ticket of another business, and no key that does not work gets in', async () => {
    const [one, other] = [await business(['tickets:read']), await business(['tickets:read'])]
    const foreign = await other.call('read_ticket', { ticketId: one.ticket.id })
    const missing = await other.call('read_ticket', { ticketId: newId<TicketId>() })
    expect(foreign).toEqual(missing)
    expect(foreign.isError).toBe(true)
    expect((await other.call('find_tickets', { words: 'lantern' })).text).not.toContain(one.ticket.id)
    await expect(connect(`Bearer segue_${'x'.repeat(43)}`)).rejects.toThrow(/401|does not exist/)
    await expect(connect('')).rejects.toThrow(/401|not signed in/)
  })
})
