import { useEffect, useRef, useState } from 'react'
import { confirmEmailAddress } from '#contracts/identity/account.ts'
import * as m from '#i18n/messages.js'
import { Button } from '#web/kit/button.tsx'
import { CallError, call, isTransient } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { Frame } from './frame.tsx'
import { linkToken } from './link-token.ts'
import styles from './sign-in.module.css'

const wantsSignIn = (error: unknown) => error instanceof CallError && error.reason === 'sign_in_first'

type State = { email: string } | { error: unknown } | null

/** Redeems the link that verifies or changes an e-mail address; the token is in the address's fragment. */
export function VerifyEmail() {
  const [state, setState] = useState<State>(null)
  const isAsked = useRef(false)
  const confirm = async () => {
    setState(null)
    const token = linkToken('segue_verify_email') ?? '-'
    setState(await call(confirmEmailAddress, { body: { linkToken: token } }).catch((error: unknown) => ({ error })))
  }
  useEffect(() => {
    // The link works once: React's strict mode runs an effect twice.
    if (isAsked.current) return
    isAsked.current = true
    void confirm()
  })
  if (!state) return <Frame title={m.signin_verify_busy()} intro={<span role="status">{m.common_loading()}</span>} />
  if ('error' in state) {
    return (
      <Frame title={m.signin_verify_failed()} intro={<span role="alert">{failureText(state.error)}</span>}>
        {isTransient(state.error) && (
          <Button variant="primary" onClick={() => void confirm()}>
            {m.common_retry()}
          </Button>
        )}
        <p className={styles.foot}>
          {wantsSignIn(state.error) ? (
            <a href="/signin?next=%2Fverify-email">{m.signin_submit()}</a>
          ) : (
            <a href="/">{m.signin_go_on()}</a>
          )}
        </p>
      </Frame>
    )
  }
  return (
    <Frame
      title={m.signin_verified_title()}
      intro={<span role="status">{m.signin_verified_text({ email: state.email })}</span>}
    >
      <p className={styles.foot}>
        <a href="/">{m.signin_go_on()}</a>
      </p>
    </Frame>
  )
}
