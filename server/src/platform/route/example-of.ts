/** The part of JSON Schema that the contracts use. */
export type JsonSchema = {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  allOf?: JsonSchema[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  minItems?: number
  minimum?: number
  maximum?: number
  pattern?: string
  format?: string
}

/** What a text of this name may be. */
const TEXTS: Readonly<Record<string, string>> = {
  subject: 'Where is my order?',
  description: 'It was to arrive on Monday.',
  body: 'It is on its way.',
  name: 'Ada Park',
  customerName: 'Ada Park',
  email: 'ada@example.org',
  customerEmail: 'ada@example.org',
  url: 'https://hooks.example.com/segue',
  question: 'When will my order arrive?',
  answer: 'Within three working days.',
  title: 'Delivery times',
  summary: 'How long a delivery takes.',
  category: 'general',
  slug: 'delivery-times',
  nextCursor: 'eyJhdCI6IjIwMjYtMDEtMTUifQ',
  events: 'ticket.created',
  language: 'en',
  timezone: 'Europe/Berlin',
  colour: '#0b6b67',
}

const UUID = '3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76'

/** A value that a schema accepts. `name`: of the property that holds it. */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  if (schema.examples?.length) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const branches = schema.anyOf ?? schema.oneOf
  if (branches) return exampleOf(branches.find(({ type }) => type !== 'null') ?? {}, name)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, name)))
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type
  switch (type) {
    case 'object':
      return objectOf(schema)
    case 'array':
      return [exampleOf(schema.items ?? {}, name)]
    case 'string':
      return textOf(schema, name)
    case 'integer':
    case 'number':
      return Math.min(Math.max(1, schema.minimum ?? 1), schema.maximum ?? 1)
    case 'boolean':
      return true
    default:
      return null
  }
}

const objectOf = ({ properties = {}, required = [] }: JsonSchema): object =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name))
      .map(([name, property]) => [name, exampleOf(property, name)]),
  )

function textOf({ format, default: given }: JsonSchema, name: string): string {
  if (typeof given === 'string') return given
  if (format === 'uuid') return UUID
  if (format === 'date-time') return '2026-01-15T10:00:00.000Z'
  if (format === 'date') return '2026-01-15'
  return TEXTS[name] ?? 'text'
}
