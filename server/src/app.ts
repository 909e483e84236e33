import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { MAX_FILE_BYTES } from '#contracts/conversation/file.ts'
import type { Platform } from './platform/platform.ts'
import { describeApi } from './platform/route/api-document.ts'
import type { RecordDenial } from './platform/route/denial.ts'
import { handleErrors } from './platform/route/error-handler.ts'
import { readForms, streamMails } from './platform/route/form-bodies.ts'
import { type Health, mountHealth } from './platform/route/health.ts'
import { refuseAmbiguousHosts } from './platform/route/host.ts'
import { answerMalformedRequest, answerMalformedUrl, ignoreExpectHeaders } from './platform/route/malformed-requests.ts'
import { mountRoutes, type ReportFlood } from './platform/route/mount.ts'
import { refuseForeignOrigins } from './platform/route/origin.ts'
import { readOwnChanges } from './platform/route/own-changes.ts'
import type { Authenticators, Route } from './platform/route/route.ts'
import { securityHeaders } from './platform/route/security-headers.ts'
import { type FindServedHost, limitHosts } from './platform/route/served-host.ts'
import { drainUnreadBodies } from './platform/route/unread-bodies.ts'
import { reportError } from './platform/system-errors/report-error.ts'
import { traceRequests } from './platform/tracing/requests.ts'
import { trustOf } from './platform/trust-proxy.ts'
import { leadToEmergencyPage } from './platform/web/emergency.ts'
import { type HelpPages, type LandingPage, mountWeb, type PortalFrame } from './platform/web/pages.ts'
import { sendReadyPage } from './platform/web/ready-pages.ts'

export type AppParts = {
  authenticators: Authenticators
  routes: readonly Route[]
  recordDenial: RecordDenial
  reportFlood: ReportFlood
  /** What the first frame of a portal page shows before any script runs. */
  portalFrame: PortalFrame
  helpPages: HelpPages
  landingPage: LandingPage
  /** Whom a host name addresses: the platform, or one business. */
  findServedHost: FindServedHost
  health: Health
}

const BODY_LIMIT_BYTES = 256 * 1024

/** The HTTP server of a node: every declared route with the same authentication, checks and headers. */
export async function buildApp(platform: Platform, parts: AppParts): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: platform.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger of its own for each request takes longer than its few lines are worth, which name the request themselves.
    childLoggerFactory: (logger) => logger,
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: trustOf(platform.config.trustProxy),
    forceCloseConnections: 'idle',
    // What comes on an open connection while the node ends is served like what is under way.
    return503OnClosing: false,
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    routerOptions: { maxParamLength: 200 },
    requestTimeout: 60_000,
    // Node.js would refuse a request without a Host header itself, without our headers (platform/route/host.ts).
    http: { requireHostHeader: false },
    frameworkErrors: answerMalformedUrl(platform),
    clientErrorHandler: answerMalformedRequest(platform),
  })
  ignoreExpectHeaders(app)
  // JSON and forms with files only: browsers let other sites post plain text without a preflight request.
  app.removeContentTypeParser('text/plain')
  readForms(app)
  streamMails(app)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  handleErrors(app, parts.recordDenial, (failure) => reportError(platform, failure))
  observe(app, platform)
  traceRequests(app, platform)
  readOwnChanges(app, platform)
  refuseAmbiguousHosts(app)
  answerReadyPages(app, platform, parts.helpPages)
  limitHosts(app, parts.findServedHost)
  leadToEmergencyPage(app)
  refuseForeignOrigins(app, platform)
  drainUnreadBodies(app)
  await app.register(cookie)
  await app.register(helmet, { global: false })
  await app.register(compress, { threshold: 1400, encodings: ['br', 'gzip'] })
  await app.register(multipart, { limits: { files: 1, fileSize: MAX_FILE_BYTES + 1, fields: 4, parts: 5 } })
  await showApi(app, parts.routes)
  mountHealth(app, platform, parts.health)
  mountRoutes(app, platform, parts.authenticators, parts.routes, parts.reportFlood)
  await mountWeb(app, platform, parts.portalFrame, parts.helpPages, parts.landingPage)
  return app
}

async function showApi(app: FastifyInstance, routes: readonly Route[]): Promise<void> {
  await describeApi(
    app,
    routes.map(({ endpoint }) => endpoint),
  )
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    // The page's own code only, nothing from other hosts, and no upgrade to https where the product itself runs without.
    transformStaticCSP: () =>
      "default-src 'self'; img-src 'self' data:; style-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    uiConfig: { validatorUrl: null, layout: 'BaseLayout', docExpansion: 'list' },
    theme: { title: 'Segue API' },
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}

/** Sets the security headers on every response, counts it, and forbids caches to store it; static files then allow it for themselves. */
function observe(app: FastifyInstance, platform: Platform): void {
  const headers = securityHeaders(platform)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    platform.metrics.http(patternOf(request), request.method, reply.statusCode, reply.elapsedTime)
    const tenantId = request.caller?.tenantId
    if (tenantId) platform.load.count(tenantId, 'requests')
    const line = {
      method: request.method,
      route: patternOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      requestId: request.id,
    }
    if (reply.statusCode >= 500 && !request.routeOptions.config.isProbe) platform.log.error(line, 'request failed')
    else platform.log.debug(line, 'request')
    done()
  })
}

/**
 * Answers a help page that was asked for before without anything that only other requests need: sessions, limits, the look-up of the host. It
 * is public and the same for everybody; the request is counted and logged as every other one.
 */
function answerReadyPages(app: FastifyInstance, platform: Platform, pages: HelpPages): void {
  const headers = securityHeaders(platform)
  app.addHook('onRequest', (request, reply, done) => {
    const page = pages.readyPageOf(request)
    if (page) sendReadyPage(request, reply, page, headers)
    else done()
  })
}

const patternOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'unmatched'
