import * as m from '#i18n/messages.js'
import { clearOnboarding } from '#server/identity/service.ts'
import { AppError } from '#server/platform/errors.ts'
import { type OwnerCall, recordedAct } from './act.ts'

/** Clears the flag of onboarding of an account. Throws not_found without an account of this address. */
export async function resetOnboarding(
  call: OwnerCall,
  email: string,
): Promise<{ email: string; resetAt: string; resetBy: string }> {
  const by = { email: call.actor.email, at: call.platform.clock.now() }
  await recordedAct(call, { action: 'onboarding_flag_cleared', detail: { email } }, async ({ db }) => {
    if (!(await clearOnboarding({ sql: db.query }, email, by))) throw new AppError('not_found', m.error_reset_no_user)
  })
  return { email, resetAt: by.at.toISOString(), resetBy: by.email }
}
