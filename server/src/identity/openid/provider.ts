import { setTimeout as after } from 'node:timers/promises'
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { z } from 'zod'
import * as m from '#i18n/messages.js'
import { AppError, conflict } from '#server/platform/errors.ts'
import { type Outgoing, type OutgoingRequest, outgoing } from '#server/platform/http/outgoing.ts'
import type { Platform } from '#server/platform/platform.ts'
import { processState } from '#server/platform/process-state.ts'
import { text } from '#server/platform/text/message.ts'

/** Whom the provider says has signed in. `subject` is the person's lasting id of this issuer. */
export type ProviderIdentity = {
  issuer: string
  subject: string
  email: string | null
  isEmailVerified: boolean
  name: string
}

/** Three tries within ten seconds; the pause before the second and the third. */
const PAUSES_MS = [0, 500, 1500]
const TRY_MS = 2500
/** How long the provider's addresses are used before they are asked for again. */
const METADATA_MS = 3_600_000
const CLOCK_SKEW_SECONDS = 60

const Metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
})
type Metadata = z.output<typeof Metadata>
const Keys = z.object({ keys: z.array(z.record(z.string(), z.unknown())) })
const Tokens = z.object({ id_token: z.string() })
const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().max(254).optional(),
  email_verified: z.union([z.boolean(), z.string()]).optional(),
  name: z.string().optional(),
  nonce: z.string(),
})

type Provider = { http: Outgoing; metadata: { at: number; value: Metadata } | null }

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** A provider on this machine is the operator's own choice; private networks stay refused. */
const providerState = processState<Provider>(
  'OpenID provider',
  ({ config, log }) => ({
    http: outgoing({ log, allowLoopback: LOOPBACK.has(URL.parse(config.openId?.issuer ?? '')?.hostname ?? '') }),
    metadata: null,
  }),
  ({ http }) => http.stop(),
)

/** The configured provider. Throws conflict (reason `no_provider`) where none is. */
export function configuredProvider(platform: Platform) {
  const { openId } = platform.config
  if (!openId) throw conflict(m.error_provider_not_configured, { reason: 'no_provider' })
  return openId
}

const unreachable = (platform: Platform, cause: unknown) => {
  const provider = configuredProvider(platform).name
  return new AppError('unavailable', text(m.error_sign_in_provider, { provider }), { cause, reason: 'provider' })
}

/** A JSON answer of the provider, at the third try at the latest. An answer below 500 is final: asking again would change nothing. */
async function callProvider<S extends z.ZodType>(
  platform: Platform,
  schema: S,
  url: string,
  request: OutgoingRequest = {},
): Promise<z.output<S>> {
  const { http } = platform.state(providerState)
  let failure: unknown
  for (const pause of PAUSES_MS) {
    await after(pause)
    try {
      const answer = await http.fetch(url, { timeoutMs: TRY_MS, ...request })
      if (answer.status < 300) return schema.parse(JSON.parse(answer.body.toString('utf8')))
      failure = new Error(`the sign-in provider answered ${answer.status}`)
      if (answer.status < 500) break
    } catch (error) {
      failure = error
    }
  }
  throw unreachable(platform, failure)
}

async function metadataOf(platform: Platform): Promise<Metadata> {
  const state = platform.state(providerState)
  const now = platform.clock.now().getTime()
  if (state.metadata && now - state.metadata.at < METADATA_MS) return state.metadata.value
  const issuer = configuredProvider(platform).issuer
  const value = await callProvider(platform, Metadata, `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  // Another issuer's metadata would let it speak for this one.
  if (value.issuer !== issuer) throw unreachable(platform, new Error(`the metadata names the issuer ${value.issuer}`))
  state.metadata = { at: now, value }
  return value
}

export const callbackOf = (platform: Platform): string => `${platform.baseUrl}/signin/callback`

/** The address at which a person signs in at the provider, choosing among their accounts. */
export async function authorizationUrl(
  platform: Platform,
  given: { state: string; nonce: string; challenge: string },
): Promise<string> {
  const { authorization_endpoint } = await metadataOf(platform)
  const url = new URL(authorization_endpoint)
  for (const [name, value] of Object.entries({
    response_type: 'code',
    client_id: configuredProvider(platform).clientId,
    redirect_uri: callbackOf(platform),
    scope: 'openid email profile',
    prompt: 'select_account',
    state: given.state,
    nonce: given.nonce,
    code_challenge: given.challenge,
    code_challenge_method: 'S256',
  })) {
    url.searchParams.set(name, value)
  }
  return url.href
}

/** Exchanges the code of the callback for the signed identity, and checks signature, issuer, audience, time and nonce. Throws unavailable. */
export async function identityOfCode(
  platform: Platform,
  { code, verifier, nonce }: { code: string; verifier: string; nonce: string },
): Promise<ProviderIdentity> {
  const { issuer, clientId, clientSecret } = configuredProvider(platform)
  const metadata = await metadataOf(platform)
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: callbackOf(platform),
    code_verifier: verifier,
  })
  const basic = [clientId, clientSecret].map(encodeURIComponent).join(':')
  const { id_token } = await callProvider(platform, Tokens, metadata.token_endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(basic).toString('base64')}`,
    },
    body: body.toString(),
    maxRedirects: 0,
  })
  const keys = (await callProvider(platform, Keys, metadata.jwks_uri)) as unknown as JSONWebKeySet
  try {
    const { payload } = await jwtVerify(id_token, createLocalJWKSet(keys), {
      issuer,
      audience: clientId,
      clockTolerance: CLOCK_SKEW_SECONDS,
      currentDate: platform.clock.now(),
    })
    const claims = Claims.parse(payload)
    if (claims.nonce !== nonce) throw new Error('the identity was made for another sign-in')
    return {
      issuer,
      subject: claims.sub,
      email: claims.email?.trim().toLowerCase() ?? null,
      isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
      name: (claims.name ?? '')
        .replace(/\p{Cc}/gu, ' ')
        .trim()
        .slice(0, 100),
    }
  } catch (error) {
    throw unreachable(platform, error)
  }
}
