import { z } from 'zod'
import { domainEvents } from '#server/domain-events.ts'
import type { DomainEvent } from '#server/platform/event.ts'

type Schema = {
  $ref?: string
  $defs?: Record<string, Schema>
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  format?: string
  description?: string
}

const schemaOf = (event: DomainEvent): Schema => z.toJSONSchema(event.payload, { io: 'output' }) as Schema

/** A type in few characters: `uuid or null`, `"open" / "closed"`, `list of string`, `Ticket`. */
function typeOf(schema: Schema): string {
  if (schema.$ref) return `[${nameOf(schema.$ref)}](#${nameOf(schema.$ref).toLowerCase()})`
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ')
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' / ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`
  if (schema.format === 'uuid') return 'uuid'
  if (schema.format === 'date-time') return 'instant'
  return [schema.type ?? 'any'].flat().join(' or ')
}

const nameOf = (ref: string): string => ref.split('/').at(-1) ?? ''

/** The description of a field, without what its type expresses already (`uuid`, `instant`). */
const noteOf = ({ description = '', format, anyOf = [] }: Schema): string =>
  format || anyOf.some((one) => one.format)
    ? description.replace(/^(Id of an? \w+ \(UUID\)|ISO 8601.*)$/, '')
    : description

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ').trim()

/** One row a field; the fields of an object that has no name of its own follow it as `member.name`. */
function rowsOf({ properties = {}, required = [] }: Schema, path = ''): string[] {
  return Object.entries(properties).flatMap(([field, schema]) => {
    const name = `\`${path}${field}\`${required.includes(field) ? '' : ' (optional)'}`
    // All fields optional: a part of an object that is shown elsewhere.
    if (schema.properties && schema.required?.length) return rowsOf(schema, `${path}${field}.`)
    return [`| ${name} | ${cell(typeOf(schema))} | ${cell(noteOf(schema))} |`]
  })
}

function table(schema: Schema): string {
  const rows = rowsOf(schema)
  if (rows.length === 0) return 'The payload is empty.'
  return ['| Field | Type | |', '|---|---|---|', ...rows].join('\n')
}

/** The text of `docs/events.md`: every declared domain event with its version, its time and its payload. */
export function eventsDocument(): string {
  const objects = new Map<string, Schema>()
  const inOrder = [...domainEvents].sort((a, b) => a.name.localeCompare(b.name, 'en'))
  const events = inOrder.map((event) => {
    const schema = schemaOf(event)
    for (const [name, object] of Object.entries(schema.$defs ?? {})) objects.set(name, object)
    return `### \`${event.name}\`\n\nVersion ${event.version}. ${event.summary}\n\n${table(schema)}`
  })
  const shared = [...objects].sort(([a], [b]) => a.localeCompare(b, 'en'))
  return [
    '# Domain events',
    `Made by \`npm run docs\` from the declarations (\`server/src/domain-events.ts\`).

An event is emitted in one place, in the transaction of the change: if that is undone, so is what its handlers did. Handlers inside
the server get the rows (\`server/src/platform/event.ts#onEvent\`); integrators get the payload below (\`server/src/platform/event.ts#payloadOf\`), which
is a public interface: a field that goes or means something else needs a new version of the event. Payloads show ids and values
as the API does. They hold no secret, and of an internal note everything but its text.`,
    '## Events',
    inOrder.map(({ name }) => `[\`${name}\`](#${name.replaceAll('.', '')})`).join(', '),
    ...events,
    '## Objects',
    ...shared.map(([name, schema]) => `### ${name}\n\n${table(schema)}`),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n')
}
