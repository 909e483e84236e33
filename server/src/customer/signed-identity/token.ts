import { errors, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import { Email, requiredLine } from '#contracts/fields.ts'
import * as m from '#i18n/messages.js'
import { type AppError, forbidden } from '#server/platform/errors.ts'

/** A token is for one page: it is valid this long at most. */
const LONGEST_SECONDS = 600
/** How far the clocks of the business's server and this one may be apart. */
const TOLERANCE_SECONDS = 30

/** Whom the business's server names; name and e-mail are null where the token has none. */
export type SignedIdentity = {
  externalId: string
  name: string | null
  email: string | null
  tokenId: string
  expiresAt: Date
}

const Claims = z.object({
  sub: requiredLine(200, 'error_identity_claims'),
  jti: requiredLine(200, 'error_identity_claims'),
  iat: z.number(),
  exp: z.number(),
  name: requiredLine(120, 'error_identity_claims').nullish(),
  email: Email.nullish(),
})

type Rules = { secrets: readonly string[]; audience: readonly string[]; now: Date }

/**
 * Reads an identity token: a JWT signed with HS256 by one of the business's secrets, for this business. Throws forbidden: reason
 * `identity_refused` for another signature, `identity_expired`, and `identity_claims` where a claim is missing or malformed or the token is
 * valid for more than ten minutes.
 */
export async function readIdentityToken(token: string, rules: Rules): Promise<SignedIdentity> {
  const payload = await verify(token, rules)
  const read = Claims.safeParse(payload)
  if (!read.success || read.data.exp - read.data.iat > LONGEST_SECONDS) throw refused('identity_claims')
  const { sub, jti, exp, name, email } = read.data
  return {
    externalId: sub,
    name: name ?? null,
    email: email ?? null,
    tokenId: jti,
    expiresAt: new Date((exp + TOLERANCE_SECONDS) * 1000),
  }
}

async function verify(token: string, { secrets, audience, now }: Rules): Promise<JWTPayload> {
  for (const secret of secrets) {
    try {
      const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
        // Named, so that no token chooses how it is checked.
        algorithms: ['HS256'],
        audience: [...audience],
        currentDate: now,
        clockTolerance: TOLERANCE_SECONDS,
        maxTokenAge: LONGEST_SECONDS,
        requiredClaims: ['sub', 'jti', 'iat', 'exp', 'aud'],
      })
      return payload
    } catch (error) {
      if (error instanceof errors.JWSSignatureVerificationFailed) continue
      throw refused(reasonOf(error), error)
    }
  }
  throw refused('identity_refused')
}

type Reason = 'identity_refused' | 'identity_expired' | 'identity_claims' | 'identity_used'

const TEXTS = {
  identity_refused: m.error_identity_refused,
  identity_expired: m.error_identity_expired,
  identity_claims: m.error_identity_claims,
  identity_used: m.error_identity_used,
} as const

const reasonOf = (error: unknown): Reason => {
  if (error instanceof errors.JWTExpired) return 'identity_expired'
  return error instanceof errors.JWTClaimValidationFailed ? 'identity_claims' : 'identity_refused'
}

export const refused = (reason: Reason, cause?: unknown): AppError => forbidden(TEXTS[reason], { reason, cause })
