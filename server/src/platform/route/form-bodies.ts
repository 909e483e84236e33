import { errorCodes, type FastifyInstance } from 'fastify'

/**
 * Reads the bodies that browsers send of forms without a script, on the routes that take them: elsewhere the type stays refused, since
 * other sites can send it without a preflight request. `customFields.a=1` is `{ customFields: { a: '1' } }`; an empty one is left out.
 */
export function readForms(app: FastifyInstance): void {
  const type = 'application/x-www-form-urlencoded'
  app.addContentTypeParser(type, { parseAs: 'string' }, (request, body, done) => {
    if (!request.routeOptions.config.endpoint?.takesForm)
      return done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type))
    const own: [string, string][] = []
    const fields: [string, string][] = []
    for (const [name, value] of new URLSearchParams(String(body))) {
      const [, field] = /^customFields\.(.+)$/.exec(name) ?? []
      if (field === undefined) fields.push([name, value])
      else if (value !== '') own.push([field, value])
    }
    done(null, { ...Object.fromEntries(fields), ...(own.length > 0 && { customFields: Object.fromEntries(own) }) })
  })
}

/** Passes the bodies of mails on unread, on the routes that take them: they are larger than what is kept in memory. */
export function streamMails(app: FastifyInstance): void {
  const type = 'message/rfc822'
  app.addContentTypeParser(type, (request, payload, done) => {
    const isTaken = request.routeOptions.config.endpoint?.takesMail
    done(isTaken ? null : new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type), payload)
  })
}
