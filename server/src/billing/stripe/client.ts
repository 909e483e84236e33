import type Stripe from 'stripe'
import * as m from '#i18n/messages.js'
import { assertNoTransaction } from '#server/platform/db/tenant.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Outgoing, outgoing } from '#server/platform/http/outgoing.ts'
import type { Platform } from '#server/platform/platform.ts'
import { processState } from '#server/platform/process-state.ts'

const TIMEOUT_MS = 20_000
/** The age up to which a signature of Stripe is taken. */
const TOLERANCE_SECONDS = 300

type Connection = { http: Outgoing; client: Promise<Stripe> }

const stripeConnection = processState(
  'Stripe',
  (platform: Platform): Connection | null => {
    const { stripe } = platform.config
    if (!stripe) return null
    const http = outgoing({
      log: platform.log,
      // This machine only where the operator named another server than Stripe's.
      allowLoopback: stripe.apiOrigin !== null,
      assertNoTransaction: () => assertNoTransaction('A call of Stripe'),
    })
    return { http, client: openClient(stripe, http) }
  },
  async (connection) => connection?.http.stop(),
)

/** Loaded with the first call: an installation without payments does not need it. */
async function openClient(
  { secretKey, apiOrigin }: NonNullable<Platform['config']['stripe']>,
  http: Outgoing,
): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe')
  const origin = new URL(apiOrigin ?? 'https://api.stripe.com')
  return new StripeClient(secretKey, {
    host: origin.hostname,
    port: origin.port || (origin.protocol === 'https:' ? 443 : 80),
    protocol: origin.protocol === 'https:' ? 'https' : 'http',
    httpClient: StripeClient.createFetchHttpClient(fetchOver(http)),
    maxNetworkRetries: 2,
    timeout: TIMEOUT_MS,
    telemetry: false,
  })
}

/** `fetch` for the SDK over the outgoing HTTP client: no private networks, no redirects, since a call carries the key. */
const fetchOver =
  (http: Outgoing) =>
  async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { status, headers, body } = await http.fetch(String(url instanceof Request ? url.url : url), {
      method: init.method as 'GET' | 'POST' | 'DELETE',
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' && init.body !== '' ? { body: init.body } : {}),
      timeoutMs: TIMEOUT_MS,
      maxRedirects: 0,
      ...(init.signal ? { signal: init.signal } : {}),
    })
    // The body is decompressed already.
    const { 'content-encoding': _, 'content-length': __, ...rest } = headers
    return new Response(new Uint8Array(body), { status, headers: rest })
  }

export const isStripeConnected = (platform: Platform): boolean => platform.config.stripe !== null

/**
 * Calls Stripe. Throws `unavailable` where Stripe cannot be reached or refuses; the log gets its code and request id, never an address
 * or a key. Throws inside a transaction.
 */
export async function callStripe<Result>(
  platform: Platform,
  call: (client: Stripe) => Promise<Result>,
): Promise<Result> {
  const connection = platform.state(stripeConnection)
  if (!connection) throw new Error('No Stripe key is set')
  try {
    return await call(await connection.client)
  } catch (error) {
    const { type, code, requestId, statusCode } = error as Record<string, unknown>
    platform.log.warn({ type, code, requestId, statusCode }, 'a call of Stripe failed')
    throw new AppError('unavailable', m.error_stripe_unavailable, {
      cause: error,
      reason: 'stripe',
      retryAfterSeconds: 30,
    })
  }
}

/** The event of a signed body. Throws unauthenticated where the signature is missing, wrong or older than five minutes. */
export async function readSignedEvent(platform: Platform, body: Buffer, signature: string): Promise<Stripe.Event> {
  const connection = platform.state(stripeConnection)
  const secret = platform.config.stripe?.webhookSecret
  if (!connection || !secret) throw new AppError('unauthenticated', m.error_stripe_signature)
  const client = await connection.client
  try {
    const at = platform.clock.now().getTime()
    return client.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, at)
  } catch (error) {
    throw new AppError('unauthenticated', m.error_stripe_signature, { cause: error })
  }
}
