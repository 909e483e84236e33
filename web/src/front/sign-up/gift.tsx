import { IconGift } from '@tabler/icons-react'
import { checkGiftToken } from '#contracts/billing/gift-token.ts'
import * as m from '#i18n/messages.js'
import { LoadingScreen } from '#web/brand/loading.tsx'
import { useRead } from '#web/front/use-read.ts'
import { ButtonLink } from '#web/kit/button.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { CallError, call } from '#web/lib/call.ts'
import { Notice } from './frame.tsx'
import { WhenNew } from './paid.tsx'
import styles from './sign-up.module.css'
import { Wizard } from './wizard.tsx'

/** A gift token gives one sign-up the lifetime plan. It is checked first, and redeemed with the account. */
export function GiftSignUp({ token }: { token: string }) {
  return (
    <WhenNew>
      <Gift token={token} />
    </WhenNew>
  )
}

const isInvalid = (error: unknown) =>
  error instanceof CallError && (error.code === 'not_found' || error.code === 'invalid_input')

function Gift({ token }: { token: string }) {
  const { data, error, again } = useRead(() => call(checkGiftToken, { body: { code: token } }), token)
  if (isInvalid(error)) {
    return (
      <Notice title={m.signup_gift_title()} action={<ButtonLink href="/#pricing">{m.signup_see_plans()}</ButtonLink>}>
        <p role="alert">{m.signup_error_gift()}</p>
        <p>{m.signup_gift_ask()}</p>
      </Notice>
    )
  }
  if (!data) {
    if (!error) return <LoadingScreen />
    return <Notice title={m.signup_gift_unread()} action={<ErrorState error={error} onRetry={again} title={null} />} />
  }
  return (
    <Wizard
      flow="gift"
      title={m.signup_gift_title()}
      proof={{ kind: 'gift', token }}
      head={
        <div className={styles.summary}>
          <IconGift size={22} stroke={1.5} aria-hidden="true" />
          <p>{m.signup_gift_text()}</p>
        </div>
      }
    />
  )
}
