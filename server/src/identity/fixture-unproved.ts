import type { UserId } from '#contracts/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { clientOf } from '#test/client.ts'
import type { Harness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { insertLogin } from './create-account.ts'
import { makeAccount, makeSession } from './fixture.ts'
import { issueToken } from './one-time-tokens.ts'
import { inTransaction } from './transaction.ts'
import { replaceRecoveryCodes } from './two-factor/recovery-codes.ts'

type Given = { email?: string; hasTwoFactor?: boolean; verified?: boolean }

/** An account as a stranger prepares it with an address that is not theirs: password, provider, session, a link to change the address. */
export async function makeUnproved(platform: Platform, given: Given = {}) {
  const { hasTwoFactor = false, verified = false, email } = given
  const account = await makeAccount(platform, { name: 'Stranger', verified, ...(email ? { email } : {}) })
  const { userId } = account
  const cookie = await makeSession(platform, userId)
  await issueToken(platform, {
    kind: 'change_email',
    userId,
    validMs: 3_600_000,
    detail: { email: 'a@strange.example' },
  })
  await inTransaction(platform, async (t) => {
    await insertLogin(t, { userId, accountId: userId, providerId: 'https://idp.example', password: null })
    if (!hasTwoFactor) return
    await t.sql(`UPDATE auth."user" SET totp_secret = 'of the stranger', two_factor_at = now() WHERE id = $1`, [userId])
    await replaceRecoveryCodes(t, userId)
  })
  return { ...account, client: clientOf(platform.baseUrl, { cookie }) }
}

/** What gives access to an account, or could. */
export async function accessTo(h: Harness, { userId }: { userId: UserId }) {
  const [row] = await queryAsOwner(
    h.database.ownerUrl,
    `SELECT (SELECT count(*)::int FROM auth.session WHERE user_id = $1) AS sessions,
            (SELECT array_agg(provider_id ORDER BY provider_id) FROM auth.account WHERE user_id = $1) AS ways,
            (SELECT count(*)::int FROM auth.recovery_code WHERE user_id = $1) AS "recoveryCodes",
            (SELECT count(*)::int FROM auth.one_time_token WHERE user_id = $1 AND used_at IS NULL) AS links`,
    [userId],
  )
  return row
}
