import * as m from '#i18n/messages.js'
import { AppError } from '#server/platform/errors.ts'

/** The refusals of a sign-in, with the reason that the sign-in page distinguishes them by. */
export const refusals = {
  invalid_credential: () =>
    new AppError('unauthenticated', m.error_invalid_credential, { reason: 'invalid_credential' }),
  user_not_found: () => new AppError('unauthenticated', m.error_user_not_found, { reason: 'user_not_found' }),
  user_disabled: () => new AppError('forbidden', m.error_user_disabled, { reason: 'user_disabled', isAudited: true }),
  no_profile: () => new AppError('forbidden', m.error_no_profile, { reason: 'no_profile', isAudited: true }),
  wrong_portal: () => new AppError('forbidden', m.error_wrong_portal, { reason: 'wrong_portal', isAudited: true }),
}
