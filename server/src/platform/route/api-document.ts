import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Endpoint } from '#contracts/endpoint.ts'
import { type ErrorCode, ErrorReply, STATUS_OF } from '#contracts/errors.ts'
import { exampleOf, type JsonSchema } from './example-of.ts'

type Content = { 'application/json'?: { schema?: JsonSchema; example?: unknown } }
type Response = { description: string; content?: Content } | { $ref: string }
type Operation = {
  description?: string
  requestBody?: { content?: Content }
  responses: Record<string, Response>
}
type ApiDocument = {
  paths?: Record<string, Record<string, Operation>>
  components?: Record<string, Record<string, unknown>>
}

/** When an endpoint answers with which error, beside those that every one may answer with. */
const WHEN: Partial<Record<ErrorCode, (endpoint: Endpoint) => boolean>> = {
  invalid_input: ({ params, query, body }) => Boolean(params || query || body),
  unauthenticated: ({ access }) => access !== 'public',
  plan_limit: ({ access }) => access === 'member',
  forbidden: ({ access }) => access !== 'public',
  not_found: ({ params }) => Boolean(params),
  conflict: ({ method }) => method !== 'GET',
  too_large: ({ body, rate }) => Boolean(body) || rate === 'upload',
  rate_limited: () => true,
  unavailable: () => true,
}

/** What a client does about each, and how it may read. */
const ERRORS: Record<ErrorCode, [means: string, sentence: string]> = {
  invalid_input: ['The request is wrong: `fields` names each wrong field', 'Some fields need a correction.'],
  unauthenticated: ['No session or key, or one that has ended', 'This API key was revoked. Make a new one.'],
  plan_limit: ['The plan lacks it, or its limit is reached', 'Access to the API is not part of your plan.'],
  forbidden: ['The role or the scope does not suffice', 'This API key lacks the scope tickets:write.'],
  not_found: [
    'There is no such row, or it is not open to the caller',
    'This ticket does not exist or is not open to you.',
  ],
  conflict: [
    'The row changed meanwhile, or another one has the id: `current` is the row as it is',
    'This ticket was changed meanwhile.',
  ],
  too_large: ['The body is too large', 'This is too large.'],
  unsupported: ['The body has a type that is not accepted', 'This type of content is not accepted.'],
  rate_limited: ['Too many requests: wait as long as `Retry-After` says', 'Too many requests. Try again in 1 second.'],
  internal: ['An error of the server, which is logged under `requestId`', 'Something went wrong.'],
  unavailable: [
    'The server or its database does not answer just now: try again',
    'The service is temporarily unavailable.',
  ],
  disk_full: ['The server has no space left', 'There is no space left.'],
}

const nameOf = (code: ErrorCode): string => code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

const errorResponse = (code: ErrorCode): Response => {
  const [means, message] = ERRORS[code]
  const example = { error: { code, message, requestId: '7c9e6679-7425-40de-944b-e07fc1f90ae7' } }
  return {
    description: `\`${code}\`: ${means}`,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorReply' }, example } },
  }
}

/**
 * Describes the API as OpenAPI 3.1 from the declared routes: what each needs, takes and answers with, with examples that its schemas accept, and
 * its errors.
 */
export async function describeApi(app: FastifyInstance, endpoints: readonly Endpoint[]): Promise<void> {
  const byOperation = new Map(endpoints.map((one) => [`${one.method} ${one.path.replace(/:(\w+)/g, '{$1}')}`, one]))
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Segue', version: '0.1.0', description: 'Customer support that hands over without a break.' },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'segue' },
          apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of the business: `segue_…`' },
          guestCookie: { type: 'apiKey', in: 'cookie', name: 'guest-{slug}' },
          guestBearer: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: (given) => {
      const document = ('openapiObject' in given ? given.openapiObject : {}) as ApiDocument
      return complete(document, byOperation) as never
    },
  })
}

function complete(document: ApiDocument, endpoints: ReadonlyMap<string, Endpoint>): ApiDocument {
  for (const [path, operations] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(operations)) {
      const endpoint = endpoints.get(`${method.toUpperCase()} ${path}`)
      if (endpoint) completeOperation(operation, endpoint)
    }
  }
  const codes = Object.keys(STATUS_OF) as ErrorCode[]
  const responses = Object.fromEntries(codes.map((code) => [nameOf(code), errorResponse(code)]))
  const schemas = { ...document.components?.schemas, ErrorReply: z.toJSONSchema(ErrorReply) }
  return { ...document, components: { ...document.components, responses, schemas } }
}

function completeOperation(operation: Operation, endpoint: Endpoint): void {
  if (endpoint.scope) {
    const scope = endpoint.scope === 'any' ? 'any scope' : `the scope \`${endpoint.scope}\``
    operation.description = `API keys need ${scope}.`
  }
  addExample(operation.requestBody?.content)
  for (const response of Object.values(operation.responses)) if ('content' in response) addExample(response.content)
  delete operation.responses.default
  const codes = (Object.keys(WHEN) as ErrorCode[]).filter((code) => WHEN[code]?.(endpoint))
  for (const code of codes) operation.responses[STATUS_OF[code]] = { $ref: `#/components/responses/${nameOf(code)}` }
}

function addExample(content: Content | undefined): void {
  const json = content?.['application/json']
  if (json?.schema) json.example = exampleOf(json.schema)
}
