import { type ReactNode, useEffect, useState } from 'react'
import { getSession, type SessionView } from '#contracts/identity/session.ts'
import { acceptInvitation, type ReceivedInvitationView, readInvitation } from '#contracts/team/invitation.ts'
import * as m from '#i18n/messages.js'
import { Wordmark } from '#web/brand/brand.tsx'
import { Button, ButtonLink } from '#web/kit/button.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { ProgressLine } from '#web/kit/surface.tsx'
import { CallError, call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { signOut } from '#web/lib/sign-out.ts'
import { FormMessage } from './form-message.tsx'
import { linkToken } from './link-token.ts'
import { NewAccountForm } from './new-account-form.tsx'
import styles from './sign-in.module.css'

type Loaded = { invitation: ReceivedInvitationView; user: SessionView['user'] }

const problemTexts = {
  expired: m.error_invitation_expired,
  withdrawn: m.error_invitation_withdrawn,
  used: m.error_invitation_used,
}

const roleTexts = { owner: m.team_role_owner, admin: m.team_role_admin, agent: m.team_role_agent }

/** `/invite#{token}`: the recipient of an invitation sets a password, or accepts with the account that the address has. */
export function Invite() {
  const [token] = useState(() => linkToken('segue_invitation') ?? '-')
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round reads again
  useEffect(() => {
    document.title = m.invite_window_title()
    setError(null)
    const read = async () => {
      const [invitation, { user }] = await Promise.all([call(readInvitation, { body: { token } }), call(getSession)])
      setLoaded({ invitation, user })
    }
    read().catch(setError)
  }, [token, round])
  const isUnknown = error instanceof CallError && (error.code === 'not_found' || error.code === 'invalid_input')
  return (
    <div className={styles.page}>
      <main className={styles.side}>
        <header className={styles.head}>
          <Wordmark size={30} />
        </header>
        <div className={styles.sheet}>
          {isUnknown && <Problem text={m.invite_unknown()} />}
          {error !== null && !isUnknown && <ErrorState error={error} onRetry={() => setRound(round + 1)} />}
          {error === null && !loaded && <ProgressLine label={m.invite_loading()} />}
          {error === null && loaded && <Invitation token={token} {...loaded} />}
        </div>
      </main>
      <FormMessage />
    </div>
  )
}

function Problem({ text }: { text: string }) {
  return (
    <>
      <h1 className={styles.title}>{m.invite_problem_title()}</h1>
      <p className={styles.intro}>{text}</p>
      <ButtonLink href="/signin">{m.invite_to_sign_in()}</ButtonLink>
    </>
  )
}

function Invitation({ token, invitation, user }: Loaded & { token: string }) {
  const [problem, setProblem] = useState(invitation.problem)
  if (problem) return <Problem text={problemTexts[problem]()} />
  const accept = async (account: { name: string; password: string } | null) => {
    try {
      await call(acceptInvitation, { body: { token, account } })
      location.assign('/admin')
    } catch (error) {
      const reason = error instanceof CallError ? error.reason : null
      if (reason === 'used' || reason === 'expired' || reason === 'withdrawn') setProblem(reason)
      throw error
    }
  }
  const { businessName: business, invitedBy: name, role, email, hasAccount } = invitation
  return (
    <>
      <h1 className={styles.title}>{m.invite_title({ business })}</h1>
      <p className={styles.intro}>{m.invite_text({ name, business, role: roleTexts[role]() })}</p>
      {user?.email === email && <AcceptAs email={email} accept={() => accept(null)} />}
      {user && user.email !== email && <OtherAccount token={token} email={user.email} />}
      {!user && hasAccount && (
        <>
          <p className={styles.intro}>{m.error_invitation_has_account()}</p>
          <ButtonLink variant="primary" isFullWidth href={SIGN_IN}>
            {m.invite_sign_in_accept()}
          </ButtonLink>
        </>
      )}
      {!user && !hasAccount && <NewAccountForm email={email} create={accept} />}
    </>
  )
}

/** The customers' form accepts every account, and a two-factor sign-in comes back here too. */
const SIGN_IN = '/signin?mode=customer&next=%2Finvite'

function AcceptAs({ email, accept }: { email: string; accept: () => Promise<void> }) {
  return (
    <>
      <p className={styles.intro}>{m.invite_signed_in_as({ email })}</p>
      <Attempt busyLabel={m.invite_accepting()} run={accept}>
        {m.invite_accept()}
      </Attempt>
    </>
  )
}

function OtherAccount({ token, email }: { token: string; email: string }) {
  const leave = async () => {
    await signOut()
    // What this tab kept of the link went with the session.
    location.hash = token
    location.reload()
  }
  return (
    <>
      <p className={styles.intro}>{m.invite_other_account({ email })}</p>
      <Attempt run={leave}>{m.invite_switch()}</Attempt>
    </>
  )
}

/** A button that says why it failed. */
function Attempt(props: { run: () => Promise<void>; busyLabel?: string; children: ReactNode }) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const start = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await props.run()
    } catch (error) {
      setFailure(failureText(error))
      setBusy(false)
    }
  }
  return (
    <>
      <div role="alert" className={failure ? styles.refusal : undefined}>
        {failure}
      </div>
      <Button
        variant="primary"
        isFullWidth
        isBusy={isBusy}
        {...(props.busyLabel ? { busyLabel: props.busyLabel } : {})}
        onClick={() => void start()}
      >
        {props.children}
      </Button>
    </>
  )
}
