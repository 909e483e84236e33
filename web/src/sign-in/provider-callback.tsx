import { useEffect, useRef, useState } from 'react'
import { completeProviderSignIn } from '#contracts/identity/provider-sign-in.ts'
import type { SessionView } from '#contracts/identity/session.ts'
import * as m from '#i18n/messages.js'
import { CallError, call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { CodeStep } from './code-step.tsx'
import { leaveFor } from './destination.ts'
import { Frame } from './frame.tsx'
import { isDomainRefused, returnToSignUp } from './provider-return.ts'
import styles from './sign-in.module.css'
import { signInErrorText } from './sign-in-error.ts'

type State = { step: 'busy' } | { step: 'code'; next: string | null } | { step: 'failed'; text: string }

/** The page that the sign-in provider leads back to. */
export function ProviderCallback() {
  const [state, setState] = useState<State>({ step: 'busy' })
  const isAsked = useRef(false)
  useEffect(() => {
    // The provider's code works once: React's strict mode runs an effect twice.
    if (isAsked.current) return
    isAsked.current = true
    void complete(setState)
  })
  if (state.step === 'code') {
    const leave = async (session: SessionView) => location.assign(await leaveFor(session, state.next))
    return <CodeStep onSignedIn={leave} onBack={() => location.assign('/signin')} />
  }
  const text = state.step === 'failed' ? state.text : null
  return (
    <Frame
      title={text ? m.signin_provider_failed_title() : m.signin_busy()}
      intro={<span role={text ? 'alert' : 'status'}>{text ?? m.common_loading()}</span>}
    >
      {text && (
        <p className={styles.foot}>
          <a href="/signin">{m.signin_back()}</a>
        </p>
      )}
    </Frame>
  )
}

async function complete(show: (state: State) => void): Promise<void> {
  const given = new URLSearchParams(location.search)
  const code = given.get('code')
  const state = given.get('state')
  const fail = (message: string, isDomain = false) => {
    // A sign-up goes on where it began, with what was paid there.
    if (!returnToSignUp(isDomain ? { isDomain } : { isDomain, message })) show({ step: 'failed', text: message })
  }
  if (!code || !state) {
    const isDomain = isDomainRefused(given.get('error'))
    return fail(isDomain ? m.signin_error_other() : m.signin_provider_cancelled(), isDomain)
  }
  try {
    const { isCodeNeeded, next, ...session } = await call(completeProviderSignIn, { body: { code, state } })
    if (isCodeNeeded) show({ step: 'code', next })
    else location.replace(await leaveFor(session, next))
  } catch (error) {
    const isAccount = error instanceof CallError && ['forbidden', 'unauthenticated'].includes(error.code)
    fail(isAccount && !error.reason ? signInErrorText(error) : failureText(error))
  }
}
