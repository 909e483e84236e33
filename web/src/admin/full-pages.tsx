import { Button } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import type { SessionView } from '#contracts/identity/session.ts'
import * as m from '#i18n/messages.js'
import { Wordmark } from '#web/brand/brand.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { failureText } from '#web/lib/failure-text.ts'
import { notify } from '#web/ui/notify.ts'
import styles from './full-pages.module.css'
import { signOut, switchToTenant } from './session.ts'

/** An unknown path, for a signed-in member. */
export function NotFound() {
  return <Plain title={m.desk_not_found_title()} text={m.desk_not_found_text()} />
}

/** Somebody who worked for one business: they were removed from it, or it is suspended. */
export function MembershipEnded({ name, reason }: { name: string; reason: 'removed' | 'suspended' }) {
  const isRemoved = reason === 'removed'
  return (
    <Plain
      title={isRemoved ? m.account_no_business_title() : m.account_suspended_title({ name })}
      text={isRemoved ? m.account_no_business_text({ name }) : m.account_suspended_text()}
      action={<Button onClick={() => void signOut()}>{m.desk_sign_out()}</Button>}
    />
  )
}

/** The platform owner's access to a business is over: nothing acts on a business before they choose one. */
export function SupportEnded({ name, tenants }: { name: string; tenants: SessionView['tenants'] }) {
  return (
    <Plain
      title={m.account_support_ended_title({ name })}
      text={m.account_support_ended_text()}
      action={
        <>
          <Button component="a" href="/super-admin?tab=matrix" variant="filled">
            {m.account_support_ended_panel()}
          </Button>
          {tenants.map((own) => (
            <Button key={own.id} onClick={() => void switchToTenant(own.id).catch(notify.failure)}>
              {m.account_support_ended_own({ name: own.name })}
            </Button>
          ))}
        </>
      }
    />
  )
}

/** Who is signed in could not be read, also not at a second try. */
export function SystemError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Plain
      title={m.account_system_error_title()}
      text={failureText(error)}
      action={
        <Button variant="filled" onClick={onRetry}>
          {m.common_retry()}
        </Button>
      }
    />
  )
}

type PlainProps = { title: string; text: string; action?: ReactNode }

function Plain({ title, text, action }: PlainProps) {
  useEffect(() => {
    document.title = m.desk_window_title({ page: title })
  }, [title])
  return (
    <main className={styles.center}>
      <div className={styles.sheet}>
        <Wordmark />
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.text}>{text}</p>
        {action ?? (
          <Button component="a" href="/admin" variant="filled">
            {m.desk_not_found_go()}
          </Button>
        )}
      </div>
    </main>
  )
}

/** The page itself failed, most often because a new version came out while it was open: reload. */
export function RouteFailure({ error }: { error: unknown }) {
  return (
    <main className={styles.center}>
      <ErrorState error={error} onRetry={() => location.reload()} />
    </main>
  )
}
