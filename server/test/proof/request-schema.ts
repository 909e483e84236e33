import { z } from 'zod'
import type { Endpoint } from '#contracts/endpoint.ts'

/** The part of JSON Schema that the contracts use. */
export type JsonSchema = {
  /** A list if the value may also be null. */
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  allOf?: JsonSchema[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  minItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  pattern?: string
  format?: string
}

export type Part = 'params' | 'query' | 'body'

/** A position in a request that references something: an id in the path, the query or the body (nested ones too), a slug, a cursor. */
export type Position = {
  part: Part
  /** `ticketId`, `fileIds.0`, `filter.assigneeId` */
  path: string
  /** What it references: `ticket`, `file`, `slug`, `cursor`, … */
  kind: string
  /** The client-made id under which an idempotent call creates something. */
  isNew: boolean
}

/** Keys that are no UUIDs but reference a row. */
const NAMED: Record<string, string> = {
  slug: 'slug',
  articleSlug: 'articleSlug',
  cursor: 'cursor',
  token: 'confirmation',
  checkoutId: 'checkout',
  planChangeId: 'planChange',
}

export const jsonSchemaOf = (schema: z.ZodType | undefined): JsonSchema | null =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as unknown as JsonSchema) : null

/** What an id names, from its description in contracts/ids.ts; undefined for anything else. */
const idKindOf = (shape: JsonSchema): string | undefined =>
  /^Id of an? (\w+) \(UUID\)$/.exec(shape.description ?? '')?.[1]

const branchesOf = (shape: JsonSchema): JsonSchema[] =>
  shape.anyOf ?? shape.oneOf ?? (Array.isArray(shape.type) ? shape.type.map((type) => ({ ...shape, type })) : [shape])

/**
 * Every position of a route's request that references something. Throws for a path parameter of unknown kind and for a field named
 * like an id that is not declared as one: neither would be tested.
 */
export function positionsOf(endpoint: Endpoint): Position[] {
  const name = `${endpoint.method} ${endpoint.path}`
  const found: Position[] = []
  for (const part of ['params', 'query', 'body'] as const) {
    const shape = jsonSchemaOf(endpoint[part])
    if (shape) collect(shape, { part, path: '', isIdempotent: endpoint.idempotent, name }, found)
  }
  for (const [, parameter] of endpoint.path.matchAll(/:(\w+)/g)) {
    if (found.some(({ part, path }) => part === 'params' && path === parameter)) continue
    throw new Error(
      `${name}: the proof does not know what :${parameter} names. Declare it with idOf(…) in contracts/ids.ts, or name its kind in server/test/proof/request-schema.ts.`,
    )
  }
  return found
}

type Where = { part: Part; path: string; isIdempotent: boolean; name: string }

function collect(shape: JsonSchema, where: Where, found: Position[]): void {
  const last = where.path.split('.').at(-1) ?? ''
  const kind = branchesOf(shape).map(idKindOf).find(Boolean) ?? NAMED[last]
  if (kind) {
    const isNew = where.isIdempotent && where.part === 'body' && where.path === 'id'
    found.push({ part: where.part, path: where.path, kind, isNew })
    return
  }
  if (/(?:^id|Ids?)$/.test(last) && branchesOf(shape).some(({ type, enum: values }) => type === 'string' && !values)) {
    throw new Error(`${where.name}: ${where.part}.${where.path} is called an id but is not declared with idOf(…).`)
  }
  for (const branch of branchesOf(shape)) {
    for (const [key, inner] of Object.entries(branch.properties ?? {}))
      collect(inner, { ...where, path: join(where.path, key) }, found)
    if (branch.items) collect(branch.items, { ...where, path: join(where.path, '0') }, found)
  }
}

const join = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`)

export type Input = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

/** The value at a position; undefined: the schema's sample, or nothing if optional. */
export type Give = (part: Part, path: string) => unknown

/** A request that the route's schemas accept, with the given values. */
export function inputOf(endpoint: Endpoint, give: Give): Input {
  const input: Input = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const shape = jsonSchemaOf(endpoint[part])
    if (shape) input[part] = fillOf(shape, { part, path: '' }, give) as never
  }
  if (endpoint.idempotent && /^\/api\/(team|signup|customer-attributes|macros|ticket-fields)/.test(endpoint.path))
    nameById(input.body as Record<string, unknown>)
  const teamId = endpoint.path.startsWith('/api/automation/rules') && give('body', 'actions.0.teamId')
  const fieldId = teamId && give('body', 'actions.0.fieldId')
  // The sample of a list of actions is the first kind of them, which names nothing.
  const named = [
    ...(teamId ? [{ type: 'assign_team', teamId }] : []),
    ...(fieldId ? [{ type: 'set_field', fieldId, value: null }] : []),
  ]
  if (named.length > 0) Object.assign(input.body as object, { actions: named })
  forgetFieldConditions(input.body)
  return input
}

/** The sample of a condition on a field of tickets names none of the business, which is refused. */
function forgetFieldConditions(body: unknown): void {
  if (typeof body !== 'object' || body === null) return
  if ('fields' in body && String(body.fields).startsWith(NO_ID)) delete body.fields
  for (const inner of Object.values(body)) forgetFieldConditions(inner)
}

/** A team or attribute of another id has another name, and an invitation another address: one that is taken would be refused for that. */
function nameById(body: Record<string, unknown>): void {
  if ('email' in body) body.email = `proof-${body.id}@example.com`
  if ('name' in body) body.name = `proof ${body.id}`
  if ('key' in body) body.key = `proof_${String(body.id).slice(0, 8)}`
}

type At = { part: Part; path: string }

function fillOf(shape: JsonSchema, at: At, give: Give): unknown {
  const given = at.path === '' ? undefined : give(at.part, at.path)
  if (given !== undefined) return given
  const branches = branchesOf(shape).filter(({ type }) => type !== 'null')
  const branch = branches.find((one) => isGivenIn(one, at, give)) ?? branches[0] ?? {}
  if (branch.properties) return objectOf(branch, at, give)
  if (branch.items) return listOf(branch, at, give)
  return sampleOf(branch, at.path)
}

/** Whether a value is given for a property of this variant: of a union, that one is sent. */
const isGivenIn = ({ properties = {} }: JsonSchema, { part, path }: At, give: Give): boolean =>
  path !== '' && Object.keys(properties).some((key) => give(part, join(path, key)) !== undefined)

function objectOf(shape: JsonSchema, at: At, give: Give): Record<string, unknown> {
  const isRequired = (key: string) => at.part === 'body' || shape.required?.includes(key)
  const entries = Object.entries(shape.properties ?? {}).map(([key, inner]) => {
    const path = join(at.path, key)
    const isIncluded = isRequired(key) || give(at.part, path) !== undefined
    return [key, isIncluded ? fillOf(inner, { ...at, path }, give) : undefined] as const
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function listOf(shape: JsonSchema, at: At, give: Give): unknown[] {
  const first = give(at.part, join(at.path, '0'))
  if (first !== undefined) return [first]
  const items = shape.items ?? {}
  const inside = { ...at, path: join(at.path, '0') }
  const least = branchesOf(items).some((one) => isGivenIn(one, inside, give)) ? 1 : 0
  return Array.from({ length: Math.max(shape.minItems ?? 0, least) }, () => fillOf(items, inside, give))
}

const NO_ID = '00000000-0000-4000-8000-000000000000'

const TEXTS = [
  'proof words',
  'proof@example.com',
  '#38beba',
  '09:00',
  'proof',
  'proof.example.com',
  '2026-01-01T00:00:00.000Z',
  '2026-01-01',
  'https://example.com/',
  'UTC',
  '1-9@UTC',
  `${NO_ID}:proof`,
  '+4915123456789',
  '123456',
  '0123456789abcdef0123456789abcdef',
  '/proof/*',
  '*',
]

function sampleOf(shape: JsonSchema, path: string): unknown {
  if (shape.enum) return shape.enum[0]
  if (shape.const !== undefined) return shape.const
  if (shape.type === 'boolean') return true
  if (shape.type === 'integer' || shape.type === 'number') {
    return Math.min(Math.max(1, shape.minimum ?? 1, (shape.exclusiveMinimum ?? 0) + 1), shape.maximum ?? 1)
  }
  if (shape.type === 'string') return textOf(shape, path)
  if (shape.type === 'object') return {}
  return 'proof'
}

function textOf(shape: JsonSchema, path: string): string {
  if (shape.format === 'uuid') return crypto.randomUUID()
  const patterns = [shape, ...(shape.allOf ?? [])].flatMap((one) => (one.pattern ? [new RegExp(one.pattern, 'u')] : []))
  const fits = (text: string) =>
    text.length <= (shape.maxLength ?? text.length) && patterns.every((pattern) => pattern.test(text))
  const found = TEXTS.map((text) => text.padEnd(shape.minLength ?? 0, '.')).find(fits)
  if (path === 'until' || path === 'expiresAt') return '2999-01-01T00:00:00.000Z'
  if (found === undefined)
    throw new Error(
      `The proof has no text for ${path} (${shape.pattern}). Add one to server/test/proof/request-schema.ts.`,
    )
  return found
}

/** Every position of a request that can hold a value. */
export function leavesOf(endpoint: Endpoint): { part: Part; path: string }[] {
  const leaves: { part: Part; path: string }[] = []
  const walk = (shape: JsonSchema, part: Part, path: string): void => {
    if (path !== '') leaves.push({ part, path })
    for (const branch of branchesOf(shape)) {
      for (const [key, inner] of Object.entries(branch.properties ?? {})) walk(inner, part, join(path, key))
      if (branch.items) walk(branch.items, part, join(path, '0'))
    }
  }
  for (const part of ['params', 'query', 'body'] as const) {
    const shape = jsonSchemaOf(endpoint[part])
    if (shape) walk(shape, part, '')
  }
  return leaves
}

/** A cursor that every list decodes: each reads the keys it knows. */
export function cursorAt(id: string): string {
  const at = new Date().toISOString()
  const position = { id, at, lastAt: at, title: '', count: 1_000_000, seq: 1_000_000 }
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}
