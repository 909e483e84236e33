import { useRef, useState } from 'react'
import type { InputOf } from '#contracts/endpoint.ts'
import { getSession } from '#contracts/identity/session.ts'
import { LANGUAGES, type Language } from '#contracts/languages.ts'
import { type SignUpId, type SignUpView, signUp, signUpBusiness } from '#contracts/signup/signup.ts'
import * as m from '#i18n/messages.js'
import { CallError, call, newId } from '#web/lib/call.ts'
import { pageLocale } from '#web/lib/format.ts'
import { withRetry } from './retry.ts'
import { MissingAfterSignUp, signUpErrorText } from './sign-up-error.ts'

type Own = 'id' | 'language' | 'timezone'
export type GivenAccount = Omit<InputOf<typeof signUp>['body'], Own>
export type GivenBusiness = Omit<InputOf<typeof signUpBusiness>['body'], Own>

type State = {
  isBusy: boolean
  /** The connection was lost; the call is repeated by itself. */
  isRetrying: boolean
  refusal: string | null
  done: SignUpView | null
}
const IDLE: State = { isBusy: false, isRetrying: false, refusal: null, done: null }

const REDIRECT_MS = 2000

/** The page's, which was chosen here or is the first of the browser's that the product speaks. */
const pageLanguage = (): Language => LANGUAGES.find((one) => one === pageLocale()) ?? 'en'

const ofBrowser = () => ({
  language: pageLanguage(),
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'America/New_York',
})

/** One id for each proof of a plan, also after a reload: whoever repeats a sign-up gets the same account. */
function signUpIdOf(proof: GivenAccount['proof']): SignUpId {
  const key = `segue-signup-${proof.kind === 'gift' ? proof.token : proof.checkoutId}`
  try {
    const known = sessionStorage.getItem(key)
    if (known) return known as SignUpId
    const made = newId<SignUpId>()
    sessionStorage.setItem(key, made)
    return made
  } catch {
    return newId<SignUpId>()
  }
}

/** Reads back what was made: the account is signed in and has its business. */
async function verify(): Promise<void> {
  const session = await withRetry(() => call(getSession))
  if (!session.user) throw new MissingAfterSignUp(m.signup_error_no_user())
  if (!session.tenant) throw new MissingAfterSignUp(m.signup_error_no_tenant())
}

/** Sends a sign-up, again while there is no connection; 2 s after a success the page moves on by itself. */
export function useSignUp(otherwise: (message: string) => string) {
  const [state, setState] = useState(IDLE)
  const isRunning = useRef(false)
  const run = async (send: () => Promise<SignUpView>): Promise<CallError | null> => {
    if (isRunning.current) return null
    isRunning.current = true
    setState({ ...IDLE, isBusy: true })
    try {
      const done = await withRetry(send, () => setState({ ...IDLE, isBusy: true, isRetrying: true }))
      await verify()
      setState({ ...IDLE, done })
      setTimeout(() => location.assign(done.next), REDIRECT_MS)
      return null
    } catch (error) {
      setState({ ...IDLE, refusal: signUpErrorText(error, otherwise) })
      return error instanceof CallError ? error : null
    } finally {
      isRunning.current = false
    }
  }
  return {
    state,
    forgetRefusal: () => setState((now) => ({ ...now, refusal: null })),
    submit: (given: GivenAccount) =>
      run(() => call(signUp, { body: { ...given, ...ofBrowser(), id: signUpIdOf(given.proof) } })),
    submitBusiness: (given: GivenBusiness) =>
      run(() => call(signUpBusiness, { body: { ...given, ...ofBrowser(), id: signUpIdOf(given.proof) } })),
  }
}
export type SignUpState = State
