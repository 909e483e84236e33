import type { FastifyRequest } from 'fastify'
import { acceptedLanguages, type Language } from '#contracts/languages.ts'

/** The language of the texts in a reply: the preferred supported one of the request's Accept-Language, English by default. */
export const languageOf = (request: FastifyRequest): Language =>
  acceptedLanguages(request.headers['accept-language'])[0] ?? 'en'
