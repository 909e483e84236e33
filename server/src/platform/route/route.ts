import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Access, Endpoint, EndpointScope } from '#contracts/endpoint.ts'
import type { Guest, Member, SignedIn } from '#server/platform/actor.ts'
import type { AppError } from '#server/platform/errors.ts'
import type { Stream } from '#server/platform/live/sse.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import type { KeyCaller } from './api-keys.ts'

type Parsed<S> = S extends z.ZodUndefined ? undefined : S extends z.ZodType ? z.output<S> : never

type Caller = {
  public: { actor: null; tenant: null; sessionEndsAt: null }
  guest: { actor: Guest; tenant: Tenant; sessionEndsAt: Date }
  account: { actor: SignedIn; tenant: null; sessionEndsAt: Date }
  member: { actor: Member; tenant: Tenant; sessionEndsAt: Date }
  owner: { actor: Member; tenant: null; sessionEndsAt: Date }
}

/** What a route handler gets: the parsed input, the actor of the session, and the tenant that follows from it. */
export type RouteContext<E extends Endpoint, A extends Access = Access> = {
  platform: Platform
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
  request: FastifyRequest
  reply: FastifyReply
  /** Answers with a stream of events, which ends with the caller's right to it (platform/live/hub.ts). */
  openStream(): Stream
} & Caller[A]

/** An endpoint with its handler. */
export type Route = {
  endpoint: Endpoint
  handle(context: RouteContext<Endpoint>): Promise<unknown>
  /** Answers with a page where the reply is one; without it every error is the error reply. */
  answerError?(
    asked: { platform: Platform; request: FastifyRequest; reply: FastifyReply },
    error: AppError,
  ): Promise<unknown>
}

type Replied<E> = E extends Endpoint<string, string, z.ZodType, z.ZodType, z.ZodType, infer R> ? z.input<R> : never

/** Binds a contract to its handler. The reply is serialized by the contract's reply schema, so undeclared fields are not sent. */
const bind =
  <A extends Access>(access: A) =>
  <E extends Endpoint>(endpoint: E, handle: (context: RouteContext<E, A>) => Promise<Replied<E>>): Route => {
    if (endpoint.access !== access)
      throw new Error(`${endpoint.path} is declared for ${endpoint.access}, not ${access}`)
    return { endpoint, handle: handle as unknown as Route['handle'] }
  }

export const publicRoute = bind('public')
export const guestRoute = bind('guest')
export const accountRoute = bind('account')
export const memberRoute = bind('member')
export const ownerRoute = bind('owner')

/** Identify the actor and tenant of a request; the domains that own sessions provide them. Each throws `unauthenticated` or `not_found`. */
export type Authenticators = {
  guest(request: FastifyRequest, slug: string): Promise<Caller['guest']>
  account(request: FastifyRequest): Promise<Caller['account']>
  member(request: FastifyRequest): Promise<Caller['member']>
  owner(request: FastifyRequest): Promise<Caller['owner']>
  /** A program with an API key, at an endpoint of a scope. */
  apiKey(request: FastifyRequest, key: string, scope: EndpointScope): Promise<KeyCaller>
  /** The device of a request that signs in, where an earlier sign-in came from it; else null. */
  knownDevice(request: FastifyRequest): string | null
}
