import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { MAX_FILE_BYTES } from '#contracts/conversation/file.ts'
import type { Endpoint, RateClass } from '#contracts/endpoint.ts'
import { ErrorReply } from '#contracts/errors.ts'
import type { FloodKind } from '#contracts/tenant/flood.ts'
import * as m from '#i18n/messages.js'
import { runAs } from '#server/platform/acting-member.ts'
import type { Guest, Member, SignedIn } from '#server/platform/actor.ts'
import { AppError, OVER_SHARE } from '#server/platform/errors.ts'
import { openStream } from '#server/platform/live/sse.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { text } from '#server/platform/text/message.ts'
import { apiKeyOf, countKeyRequest, isKeyCaller, requireScope } from './api-keys.ts'
import { type SharedBudget, SIGN_INS_AT_KNOWN_DEVICES, sharedBudgets } from './budgets.ts'
import { createCallerTurns } from './caller-turns.ts'
import { addressKey, assertWithin, type RateLimiter, rateLimiter } from './rates.ts'
import { ignoreBody, keepRawBody } from './raw-body.ts'
import { replySerializer } from './reply-serializer.ts'
import type { Authenticators, Route, RouteContext } from './route.ts'

const REQUIRED = ['method', 'path', 'summary', 'tag', 'access', 'rate', 'answer', 'status', 'reply'] as const

/** Mounts the declared routes. An incomplete declaration, one declared twice, or a guest route without `:slug` stops the start. */
export function mountRoutes(
  app: FastifyInstance,
  platform: Platform,
  authenticators: Authenticators,
  routes: readonly Route[],
  reportFlood: ReportFlood,
): void {
  const seen = new Set<string>()
  const limiter = rateLimiter({ clock: platform.clock, factor: platform.config.rateFactor })
  const shared = sharedBudgets(platform.config.guestLimits)
  const callers = createCallerTurns(platform.config.databasePool)
  for (const { endpoint, handle, answerError } of routes) {
    refuseIncomplete(endpoint, seen)
    app.route({
      method: endpoint.method as 'GET',
      url: endpoint.path,
      schema: schemaOf(endpoint),
      serializerCompiler: replySerializer,
      // A stream never ends, so HEAD would never be answered.
      exposeHeadRoute: endpoint.method === 'GET' && endpoint.answer !== 'stream',
      config: {
        endpoint,
        ...(answerError && {
          answerError: (request, reply, error) => answerError({ platform, request, reply }, error),
        }),
      },
      ...(endpoint.keepsRawBody ? { preParsing: keepRawBody } : {}),
      ...(endpoint.ignoresBody ? { preParsing: ignoreBody } : {}),
      handler: async (request, reply) => {
        const { position } = platform.live
        const find = () => authenticate(authenticators, endpoint, request)
        const who = await (endpoint.access === 'public' ? find() : callers.lookUp(request, find)).catch((error) => {
          if (isRefusal(error)) checkRate(limiter, 'write', `refused ${addressKey(request.ip)}`)
          throw error
        })
        request.caller = { actor: who.actor, tenantId: who.tenant?.id ?? null }
        if (isKeyCaller(who)) {
          countKeyRequest(limiter, reply, who)
          // Beside its own limit the endpoint's: an upload costs more than a list.
          checkRate(limiter, endpoint.rate, `key ${who.actor.key?.id ?? who.actor.userId}`)
          requireScope(endpoint, who)
        } else if (who.actor) checkRate(limiter, endpoint.rate, idOf(who.actor))
        else checkRateOfUnknown(limiter, authenticators, endpoint, request)
        const budget = endpoint.access === 'guest' ? shared[endpoint.rate] : undefined
        if (budget && who.tenant) spendShared(limiter, budget, request, who.tenant, reportFlood)
        const { params, query, body } = request
        if (endpoint.answer === 'stream' && who.tenant) refuseTooManyStreams(platform, who.tenant, reportFlood)
        const stream = () => openStream(reply, { position, endsAt: who.sessionEndsAt ?? platform.clock.now() })
        const context = { platform, params, query, body, request, reply, openStream: stream, ...who }
        const memberName = who.actor?.kind === 'member' ? who.actor.name : null
        const answer = await runAs(memberName, () => handle(context as unknown as RouteContext<Endpoint>)).catch(
          (error: unknown) => {
            if (who.tenant && isOverShare(error)) void reportFlood(who.tenant, 'share')
            throw error
          },
        )
        if (endpoint.answer !== 'json') return reply
        return reply.code(endpoint.status).send(answer)
      },
    })
  }
}

function refuseIncomplete(endpoint: Endpoint, seen: Set<string>): void {
  const name = `${endpoint.method} ${endpoint.path}`
  for (const key of REQUIRED) {
    if (endpoint[key] === undefined) throw new Error(`Route ${name} does not declare ${key}`)
  }
  if (seen.has(name)) throw new Error(`Route ${name} is declared twice`)
  if (endpoint.access === 'guest' && !endpoint.path.includes('/:slug/')) {
    throw new Error(`Route ${name} is for guests but names no portal`)
  }
  if (endpoint.path.includes(':') !== (endpoint.params !== undefined)) {
    throw new Error(`Route ${name} must declare its params`)
  }
  seen.add(name)
}

/**
 * Counts a request without a session for its address; at the sign-in for its known device, so that others at the same address cannot
 * use up its budget, and then for all known devices of the address. Throws rate_limited.
 */
function checkRateOfUnknown(
  limiter: RateLimiter,
  { knownDevice }: Authenticators,
  { rate }: Endpoint,
  request: FastifyRequest,
): void {
  const address = addressKey(request.ip)
  const device = rate === 'signin' ? knownDevice(request) : null
  checkRate(limiter, rate, device ? `device ${device}` : address)
  if (device) assertWithin(limiter.consumeShared('sign-ins at known devices', address, SIGN_INS_AT_KNOWN_DEVICES, 1))
}

const idOf = (actor: Guest | Member | SignedIn): string => (actor.kind === 'guest' ? actor.guestId : actor.userId)

/** Counts the request. Throws rate_limited. */
const checkRate = (limiter: RateLimiter, rate: RateClass, caller: string): void =>
  assertWithin(limiter.consume(rate, caller))

/** Notifies the team of a business that requests of guests are held back; at most once an hour, however often it is called. */
export type ReportFlood = (tenant: Tenant, what: FloodKind) => Promise<void>

/** Throws rate_limited while other businesses have streams too: each open stream of a business costs memory and time of the process for as long as it is open. */
function refuseTooManyStreams({ live, config }: Platform, tenant: Tenant, reportFlood: ReportFlood): void {
  const own = live.streamsOf(tenant.id)
  if (own < config.tenantStreams || own === live.streams) return
  void reportFlood(tenant, 'share')
  throw new AppError('rate_limited', m.error_too_many_streams, { retryAfterSeconds: STREAMS_AGAIN_SECONDS })
}

const STREAMS_AGAIN_SECONDS = 30

const isOverShare = (error: unknown): boolean => error instanceof AppError && error.details.reason === OVER_SHARE

const MEGABYTE = 1024 * 1024

/** Counts a guest's request against the budgets of its address and of the business. Throws rate_limited, and the team is notified. */
function spendShared(
  limiter: RateLimiter,
  { what, address, tenant: whole }: SharedBudget,
  request: FastifyRequest,
  tenant: Tenant,
  reportFlood: ReportFlood,
): void {
  const bytes = Number(request.headers['content-length'] ?? MAX_FILE_BYTES)
  const cost = what === 'uploads' ? Math.max(1, Math.ceil(bytes / MEGABYTE)) : 1
  const ofAddress = limiter.consumeShared(`${what} of address`, addressKey(request.ip), address, cost)
  const decision = ofAddress.ok ? limiter.consumeShared(`${what} of tenant`, tenant.id, whole, cost) : ofAddress
  if (decision.ok) return
  void reportFlood(tenant, what)
  const seconds = decision.retryAfterSeconds
  const message = ofAddress.ok ? m.error_flood_of_business : m.error_flood_of_address
  throw new AppError('rate_limited', text(message, { minutes: Math.ceil(seconds / 60) }), {
    retryAfterSeconds: seconds,
  })
}

/**
 * Whether a session is missing or has ended. The answers to these are limited by address. Each still costs its query, since a valid
 * session of that address is not refused; an outage is not counted, since the caller has no part in it.
 */
/** Of who is not let in: also the key of a suspended business, or of one whose plan has no access to the API. */
const isRefusal = (error: unknown): boolean =>
  error instanceof AppError && ['unauthenticated', 'forbidden', 'plan_limit'].includes(error.code)

async function authenticate(authenticators: Authenticators, endpoint: Endpoint, request: FastifyRequest) {
  const key = endpoint.access === 'member' ? apiKeyOf(request) : null
  if (key) return authenticators.apiKey(request, key, endpoint.scope)
  if (endpoint.access === 'member') return authenticators.member(request)
  if (endpoint.access === 'owner') return authenticators.owner(request)
  if (endpoint.access === 'account') return authenticators.account(request)
  if (endpoint.access === 'guest') return authenticators.guest(request, (request.params as { slug: string }).slug)
  return { actor: null, tenant: null, sessionEndsAt: null }
}

/** What a route takes and answers with, for its checks and for the API reference. */
export function schemaOf(endpoint: Endpoint): FastifySchema {
  return {
    summary: endpoint.summary,
    tags: [endpoint.tag],
    ...(endpoint.params ? { params: endpoint.params } : {}),
    ...(endpoint.query ? { querystring: endpoint.query } : {}),
    ...(endpoint.body ? { body: endpoint.body } : {}),
    response: {
      ...(endpoint.answer === 'json' ? { [endpoint.status]: endpoint.reply } : {}),
      default: ErrorReply,
    },
    security: [...SECURITY[endpoint.access], ...(endpoint.scope ? [{ apiKey: [] }] : [])],
  } as FastifySchema
}

const SECURITY = {
  public: [],
  guest: [{ guestCookie: [] }, { guestBearer: [] }],
  account: [{ session: [] }],
  member: [{ session: [] }],
  owner: [{ session: [] }],
}

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
    /** Asked by a balancer again and again: that it refuses is no error of a request. */
    isProbe?: boolean
    /** Answers a browser that shows the reply as a page. */
    answerError?: (request: FastifyRequest, reply: FastifyReply, error: AppError) => Promise<unknown>
  }
}
