import type { z } from 'zod'
import type { ApiScope } from '#contracts/api-key/scope.ts'

/**
 * Who may call a route. This is authentication only; the policy in the service decides what the actor may do.
 * - `public`: anybody
 * - `guest`: the portal's guest session (cookie or bearer) of the tenant named by `:slug`
 * - `account`: anybody who is signed in, also without a business; what they may reach is their own account
 * - `member`: a signed-in member of the session's tenant
 * - `owner`: the platform owner (super-admin)
 */
export type Access = 'public' | 'guest' | 'account' | 'member' | 'owner'

/** Which rate limit counts a request; the limits are in platform/route/rates.ts. */
export type RateClass =
  | 'read'
  | 'write'
  | 'signin'
  | 'guestStart'
  | 'guestWrite'
  | 'guestSearch'
  | 'guestTicket'
  | 'upload'
  | 'stream'

/** What a route answers with: JSON by its reply schema, a live stream, or a stored file. */
export type Answer = 'json' | 'stream' | 'file'

/** What an API key needs to call a route; `any`: nothing but to be valid. Null: no key reaches it. */
export type EndpointScope = ApiScope | 'any' | null

/** One declared route: the server parses and authenticates by it, the browser calls by it, the isolation and fuzz tests read it. */
export type Endpoint<
  Method extends string = string,
  Path extends string = string,
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> = {
  method: Method
  path: Path
  summary: string
  tag: string
  access: Access
  rate: RateClass
  scope: EndpointScope
  answer: Answer
  /** The body's `id` is the new row's id: the same call again returns the same row, another body with that id is a conflict. */
  idempotent: boolean
  /** The handler gets the bytes of the body too, to check a signature of them. */
  keepsRawBody: boolean
  /** A body of any type is accepted and not read: the address says everything. */
  ignoresBody: boolean
  /** The body may also be what browsers send of a form without a script (platform/route/form-bodies.ts). */
  takesForm: boolean
  /** The body is a mail (`message/rfc822`), which the handler reads as a stream. */
  takesMail: boolean
  status: 200 | 201 | 204
  params: Params
  query: Query
  body: Body
  reply: Reply
}

type Given<M extends string, P extends string, Pa, Q, B, R> = {
  method: M
  path: P
  summary: string
  tag: string
  access: Access
  rate: RateClass
  scope?: ApiScope | 'any'
  answer?: Answer
  idempotent?: boolean
  keepsRawBody?: boolean
  ignoresBody?: boolean
  takesForm?: boolean
  takesMail?: boolean
  status?: 200 | 201 | 204
  params?: Pa
  query?: Q
  body?: B
  reply: R
}

type Nothing = z.ZodUndefined

/** Declares a route for server and browser. Access and rate limit are required, so that no route is open by omission. */
export const endpoint = <
  const M extends 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  const P extends string,
  R extends z.ZodType,
  Pa extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
>(
  given: Given<M, P, Pa, Q, B, R>,
): Endpoint<M, P, Pa, Q, B, R> =>
  ({
    scope: null,
    answer: 'json',
    idempotent: false,
    keepsRawBody: false,
    ignoresBody: false,
    takesForm: false,
    takesMail: false,
    status: 200,
    params: undefined,
    query: undefined,
    body: undefined,
    ...given,
  }) as unknown as Endpoint<M, P, Pa, Q, B, R>

/** What a caller passes: params, query and body, each only where the route declares it. */
export type InputOf<E> =
  E extends Endpoint<string, string, infer Pa, infer Q, infer B>
    ? (Pa extends Nothing ? object : { params: z.input<Pa> }) &
        (Q extends Nothing ? object : { query?: z.input<Q> }) &
        (B extends Nothing ? object : { body: z.input<B> })
    : never

/** What a caller gets back. */
export type ReplyOf<E> =
  E extends Endpoint<string, string, z.ZodType, z.ZodType, z.ZodType, infer R> ? z.output<R> : never
