import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSegueClient, everyRow } from '#client/segue.ts'
import type { ApiScope } from '#contracts/api-key/scope.ts'
import type { Endpoint } from '#contracts/endpoint.ts'
import { ErrorReply } from '#contracts/errors.ts'
import { keyDocument } from '#scripts/generate/client.ts'
import { makeApiKey } from '#server/api-key/fixture.ts'
import { allRoutes } from '#server/domains.ts'
import { type Harness, startHarness } from '#test/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ env: { ROLE: 'web' } })
})
afterAll(() => h.stop())

async function clientWith(scopes?: readonly ApiScope[]) {
  const made = await h.tenant()
  const maya = await h.member(made, 'admin')
  const { key } = await makeApiKey(made.tenant, maya.actor, scopes ? { scopes } : {})
  return createSegueClient({ baseUrl: h.url, key })
}

const newId = () => crypto.randomUUID()
const ticket = (subject: string) => ({ id: newId(), subject, description: 'It flickers.' })

describe('the typed client', () => {
  it('[D4] opens, changes, answers and lists tickets of the real server', async () => {
    const segue = await clientWith()
    const opened = await segue.POST('/api/tickets', { body: ticket('Lamp') })
    const id = opened.data?.id ?? ''
    const path = { ticketId: id }
    const changed = await segue.PATCH('/api/tickets/{ticketId}', {
      params: { path },
      body: { version: opened.data?.version ?? 0, priority: 'high' },
    })
    expect(changed.data).toMatchObject({ id, priority: 'high', subject: 'Lamp' })
    const answer = { id: newId(), body: 'We look into it.', visibility: 'public' as const, fileIds: [] }
    const sent = await segue.POST('/api/tickets/{ticketId}/messages', { params: { path }, body: answer })
    expect(sent.data).toMatchObject({ id: answer.id, body: 'We look into it.' })
    const read = await segue.GET('/api/tickets/{ticketId}', { params: { path } })
    expect(read.data?.thread.messages.map(({ body }) => body)).toContain('We look into it.')
  })

  it('[D4] follows cursors to every row, each once', async () => {
    const segue = await clientWith()
    const made: string[] = []
    for (let n = 0; n < 5; n += 1)
      made.push((await segue.POST('/api/tickets', { body: ticket(`T${n}`) })).data?.id ?? '')
    const page = async (cursor?: string) => {
      const query = { limit: 2, ...(cursor ? { cursor } : {}) }
      const { data } = await segue.GET('/api/tickets', { params: { query } })
      return data ?? { items: [], nextCursor: null }
    }
    const found: string[] = []
    for await (const { id } of everyRow(page)) found.push(id)
    expect(found.sort()).toEqual(made.sort())
  })

  it('[D4] creates once what is sent twice with one id, and a conflict tells of other content', async () => {
    const segue = await clientWith()
    const body = ticket('Once')
    const [first, again] = [await segue.POST('/api/tickets', { body }), await segue.POST('/api/tickets', { body })]
    expect([first.response.status, again.response.status]).toEqual([201, 201])
    expect(again.data?.number).toBe(first.data?.number)
    const other = await segue.POST('/api/tickets', { body: { ...body, subject: 'Other' } })
    expect([other.response.status, other.error?.error.code]).toEqual([409, 'conflict'])
  })

  it('[D4] gets errors as the document describes them', async () => {
    const segue = await clientWith(['tickets:read'])
    const refused = await segue.POST('/api/tickets', { body: ticket('Lamp') })
    expect(ErrorReply.parse(refused.error).error).toMatchObject({ code: 'forbidden', reason: 'api_key_scope' })
    const missing = await segue.GET('/api/tickets/{ticketId}', { params: { path: { ticketId: newId() } } })
    expect(missing.error?.error.code).toBe('not_found')
    const wrong = await segue.GET('/api/tickets', { params: { query: { limit: 1000 } } })
    expect(Object.keys(wrong.error?.error.fields ?? {})).toEqual(['query.limit'])
  })
})

type Content = { 'application/json'?: { example?: unknown; schema?: unknown } }
type Operation = {
  description?: string
  summary?: string
  security?: object[]
  requestBody?: { content: Content }
  responses: Record<string, { $ref?: string; content?: Content }>
}
const reached = allRoutes.map(({ endpoint }) => endpoint).filter(({ scope }) => scope !== null)
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

describe('the OpenAPI document', () => {
  let operations: Map<string, Operation>
  beforeAll(async () => {
    const { paths } = (await keyDocument()) as { paths: Record<string, Record<string, Operation>> }
    operations = new Map(
      Object.entries(paths).flatMap(([path, byMethod]) =>
        Object.entries(byMethod).map(([method, operation]) => [
          `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
          operation,
        ]),
      ),
    )
  })

  it.each(reached.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '[D4] describes %s with its scope, errors, and examples that its schemas accept',
    (name, endpoint) => {
      const operation = operations.get(name)
      expect(operation?.summary).toBe(endpoint.summary)
      expect(operation?.security).toContainEqual({ apiKey: [] })
      expect(operation?.description).toContain(endpoint.scope === 'any' ? 'any scope' : `\`${endpoint.scope}\``)
      const statuses = Object.keys(operation?.responses ?? {})
      expect(statuses).toEqual(expect.arrayContaining(['401', '402', '403', '429', '503']))
      expect(statuses.includes('404')).toBe(endpoint.path.includes('/:'))
      const given = operation?.requestBody?.content['application/json']
      if (given) expect(endpoint.body.safeParse(given.example).error, 'body').toBeUndefined()
      const replied = operation?.responses[endpoint.status]?.content?.['application/json']
      if (endpoint.answer === 'json') {
        expect(replied, 'reply').toBeDefined()
        expect(endpoint.reply.safeParse(replied?.example).error, 'reply').toBeUndefined()
      }
    },
  )
})
