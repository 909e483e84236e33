import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import YAML from 'yaml'
import { readOpenApi } from '#contracts/agent/agent-action.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { parseOpenApi } from './openapi.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const API = {
  openapi: '3.1.0',
  info: { title: 'Shop' },
  servers: [{ url: 'https://{region}.shop.example/v1', variables: { region: { default: 'eu' } } }],
  components: {
    schemas: {
      Address: {
        type: 'object',
        required: ['city'],
        properties: { city: { type: 'string' }, zip: { type: 'string' } },
      },
    },
    parameters: { Page: { name: 'page', in: 'query', schema: { type: 'integer' } } },
  },
  security: [{ key: [] }],
  paths: {
    '/orders/{orderId}': {
      parameters: [
        { name: 'orderId', in: 'path', required: true, schema: { type: 'string' }, description: 'Its number' },
      ],
      get: {
        operationId: 'getOrderById',
        summary: 'One order',
        parameters: [{ $ref: '#/components/parameters/Page' }],
      },
      post: {
        summary: 'Change the address',
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['reason'],
                properties: {
                  reason: { type: 'string', enum: ['moved', 'wrong'] },
                  to: { $ref: '#/components/schemas/Address' },
                  items: { type: 'array' },
                },
              },
            },
          },
        },
      },
    },
  },
}

describe('an OpenAPI file', () => {
  it('offers its operations as actions, with notes on what is not supported', async () => {
    const admin = await h.member(await h.tenant(), 'admin')
    const { title, items } = await admin.call(readOpenApi, { body: { text: JSON.stringify(API) } })
    expect(title).toBe('Shop')
    expect(items[0]).toMatchObject({
      name: 'get_order_by_id',
      method: 'GET',
      url: 'https://eu.shop.example/v1/orders/{orderId}',
      description: 'One order',
    })
    expect(items[0]?.parameters.map(({ name, in: place, type }) => [name, place, type])).toEqual([
      ['orderId', 'path', 'string'],
      ['page', 'query', 'integer'],
    ])
    expect(items[0]?.notes.join()).toContain('add the header')
    expect(items[1]?.name).toBe('post_orders_order_id')
    expect(items[1]?.parameters.find(({ name }) => name === 'reason')).toMatchObject({
      isRequired: true,
      options: ['moved', 'wrong'],
    })
    expect(items[1]?.parameters.map(({ name }) => name)).toContain('to.city')
    expect(items[1]?.notes.join()).toContain('items is not a simple value')
  })

  it('in YAML offers the same actions as in JSON', async () => {
    const admin = await h.member(await h.tenant(), 'admin')
    const fromYaml = await admin.call(readOpenApi, { body: { text: YAML.stringify(API) } })
    expect(fromYaml.items).toHaveLength(2)
    expect(fromYaml).toEqual(await admin.call(readOpenApi, { body: { text: JSON.stringify(API) } }))
  })

  it('has its references to other files and addresses left out, without any request', async () => {
    const parameters = ['http://127.0.0.1:9/page.json', 'other.yaml#/page'].map(($ref) => ({ $ref }))
    const text = YAML.stringify({ openapi: '3.0.0', paths: { '/x': { get: { parameters } } } })
    const fetched = vi.spyOn(globalThis, 'fetch')
    const { items } = parseOpenApi(text)
    expect(items[0]?.parameters).toEqual([])
    expect(items[0]?.notes.join()).toContain('refers to another file')
    expect(fetched).not.toHaveBeenCalled()
    fetched.mockRestore()
  })

  it('that is unreadable, has no operations or expands without limit is refused with the reason', async () => {
    const admin = await h.member(await h.tenant(), 'admin')
    const refusal = async (text: string) => (await admin.call(readOpenApi, { body: { text } })).problem
    expect(await refusal('openapi: 3.0.0\npaths: {}')).toContain('no calls')
    const aliases = Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [${Array(9).fill(`*a${n}`).join(', ')}]`)
    expect(await refusal(['a0: &a0 [x]', ...aliases, 'openapi: 3.0.0'].join('\n'))).toContain('neither')
    expect(await refusal('{"a":1}')).toContain('is missing')
    expect(await refusal('<html>')).toContain('neither a JSON nor a YAML file')
    expect(await refusal('{"openapi":"3.0.0","paths":{}}')).toContain('no calls')
    const looping = { openapi: '3.0.0', paths: { '/x': { $ref: '#/paths/~1x' } } }
    expect(await refusal(JSON.stringify(looping))).toContain('no calls')
  })
})
