import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod'
import type { ErrorReply } from '#contracts/errors.ts'
import type { Language } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'
import { asAppError } from '#server/platform/db/database-errors.ts'
import { AppError, invalid } from '#server/platform/errors.ts'
import { inLanguage, type Text } from '#server/platform/text/message.ts'
import { denialOf, type RecordDenial } from './denial.ts'
import { textOfIssue, type ZodIssue } from './issue-text.ts'
import { languageOf } from './request-language.ts'

/** Counts an error that is no refusal, for the platform owner. */
export type ReportFailure = (failure: { source: string; error: unknown; requestId: string }) => void

/**
 * Turns every error of a route into the error reply. The cause is logged and never sent. Every `forbidden` is recorded here, before the
 * reply: whatever refused the request, no refusal is without its entry in the audit log.
 */
export function handleErrors(app: FastifyInstance, recordDenial: RecordDenial, report: ReportFailure): void {
  app.decorateRequest('caller', null)
  app.setErrorHandler(async (error: unknown, request, reply) => {
    const known = isAbortedUpload(error, request) ? unreadableRequest() : toAppError(error)
    if (known.status >= 500) {
      request.log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, known.message)
      report({ source: `${request.method} ${request.routeOptions.url ?? '*'}`, error, requestId: request.id })
    }
    if (known.code === 'forbidden' && !known.details.isAudited) {
      await recordDenial(denialOf(request, known)).catch((failure: unknown) => {
        request.log.error({ err: failure, requestId: request.id }, 'a refused request could not be recorded')
      })
    }
    const { answerError } = request.routeOptions.config
    if (answerError && request.headers.accept?.includes('text/html')) return answerError(request, reply, known)
    return sendError(reply, request, known)
  })
  app.setNotFoundHandler((request, reply) =>
    sendError(reply, request, new AppError('not_found', m.error_no_such_address)),
  )
}

export function sendError(reply: FastifyReply, request: FastifyRequest, error: AppError): FastifyReply {
  const { fields, reason, current, retryAfterSeconds } = error.details
  const language = languageOf(request)
  if (retryAfterSeconds) reply.header('retry-after', String(retryAfterSeconds))
  const body: ErrorReply = {
    error: {
      code: error.code,
      message: inLanguage(error.text, language),
      ...(fields ? { fields: renderFields(fields, language) } : {}),
      ...(reason ? { reason } : {}),
      ...(current === undefined ? {} : { current }),
      requestId: request.id,
    },
  }
  // Not by the route's reply schema: every error has the same shape.
  return reply.code(error.status).serializer(JSON.stringify).type('application/json; charset=utf-8').send(body)
}

const renderFields = (fields: Record<string, Text>, language: Language): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([path, message]) => [path, inLanguage(message, language)]))

/** The client disconnected while sending. The error has the same code as a lost database connection, which would be `unavailable`. */
const isAbortedUpload = (error: unknown, request: FastifyRequest): boolean =>
  (error as Partial<FastifyError>).code === 'ECONNRESET' && !request.raw.complete

const unreadableRequest = () => new AppError('invalid_input', m.error_unreadable_request)

function toAppError(error: unknown): AppError {
  const known = asAppError(error)
  if (known instanceof AppError) return known
  if (hasZodFastifySchemaValidationErrors(error)) return invalid(invalidFields(error))
  if (isResponseSerializationError(error)) return internal(error)
  return fromFastify(error as Partial<FastifyError>) ?? internal(error)
}

const internal = (cause: unknown) => new AppError('internal', m.error_internal, { cause })

type ValidationError = { validation: ({ instancePath: string } & ZodIssue)[]; validationContext?: string }

/** Every invalid field by its path, with the message that its schema names. */
function invalidFields(error: unknown): Record<string, Text> {
  const { validation, validationContext = 'body' } = error as ValidationError
  const part = validationContext === 'querystring' ? 'query' : validationContext
  const fields: Record<string, Text> = {}
  for (const { instancePath, ...issue } of validation) {
    const path = [part, ...instancePath.split('/').filter(Boolean)].join('.')
    fields[path] ??= textOfIssue(issue)
  }
  return fields
}

/** Requests that Fastify itself refuses, as an AppError. */
function fromFastify(error: Partial<FastifyError>): AppError | null {
  const status = error.statusCode ?? 500
  if (status === 413) return new AppError('too_large', m.error_too_large)
  if (status === 415) return new AppError('unsupported', m.error_unsupported_content)
  if (status === 429) return new AppError('rate_limited', m.error_rate_limited)
  if (status === 404) return new AppError('not_found', m.error_nothing_here)
  return status >= 400 && status < 500 ? unreadableRequest() : null
}
