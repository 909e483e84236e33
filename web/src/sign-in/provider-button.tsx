import { useEffect, useState } from 'react'
import { beginProviderSignIn, getSignInOptions } from '#contracts/identity/provider-sign-in.ts'
import * as m from '#i18n/messages.js'
import { Button } from '#web/kit/button.tsx'
import { call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { type ProviderFailure, rememberSignUpPage, takeFailure } from './provider-return.ts'
import styles from './sign-in.module.css'

type ProviderButtonProps = {
  portal: 'business' | 'customer'
  /** The page to open afterwards. */
  next: string | null
  /** Who has no account gets one. */
  isSignUp?: boolean
  /** What else one can do, after the text of a failure. */
  afterFailure?: string
}

/** "Continue with Google", or with whatever provider is configured; nothing where none is. */
export function ProviderButton({ portal, next, isSignUp = false, afterFailure = '' }: ProviderButtonProps) {
  const [name, setName] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ProviderFailure | null>(null)
  useEffect(() => {
    setFailure((now) => now ?? (isSignUp ? takeFailure() : null))
    call(getSignInOptions).then(
      ({ provider }) => setName(provider?.name ?? null),
      // Without an answer the password remains.
      () => undefined,
    )
  }, [isSignUp])
  if (!name) return null
  const begin = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const { url } = await call(beginProviderSignIn, { body: { portal, isSignUp, ...(next ? { next } : {}) } })
      rememberSignUpPage(isSignUp)
      location.assign(url)
    } catch (error) {
      setBusy(false)
      setFailure({ isDomain: false, message: failureText(error) })
    }
  }
  return (
    <div className={styles.provider} data-above={isSignUp || undefined}>
      <p className={styles.or}>{m.signin_or()}</p>
      <Button isFullWidth isBusy={isBusy} busyLabel={m.signin_busy()} onClick={() => void begin()}>
        {m.signin_provider({ provider: name })}
      </Button>
      <p role="alert" className={styles.failure}>
        {failure && textOf(failure, name, afterFailure)}
      </p>
    </div>
  )
}

function textOf(failure: ProviderFailure, provider: string, afterFailure: string): string {
  if (failure.isDomain) return m.signup_error_domain()
  return `${m.signin_provider_failed({ provider, message: failure.message })} ${afterFailure}`.trim()
}
