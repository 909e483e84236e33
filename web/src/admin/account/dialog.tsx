import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as m from '#i18n/messages.js'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { Skeleton } from '#web/kit/surface.tsx'
import styles from './account.module.css'
import { EmailForm } from './email-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { accountQuery } from './queries.ts'

const Waiting = () => <Skeleton height="64px" />
const TwoFactor = lazyPart(async () => (await import('./two-factor.tsx')).TwoFactor, { waiting: Waiting })
const Appearance = lazyPart(async () => (await import('./appearance/appearance.tsx')).Appearance, { waiting: Waiting })
const Sessions = lazyPart(async () => (await import('./sessions.tsx')).Sessions, { waiting: Waiting })

/** The own account: profile, appearance, e-mail address, password, two-factor sign-in, and where one is signed in. */
export function AccountDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={m.account_title()}
      size={640}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      <AccountParts />
    </Modal>
  )
}

function AccountParts() {
  const { data: account, error, refetch } = useQuery(accountQuery)
  if (error && !account) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!account) return <Skeleton height="320px" />
  return (
    <div className={styles.parts}>
      <Part title={m.account_profile()}>
        <ProfileForm account={account} />
      </Part>
      <Part title={m.account_appearance()}>
        <Appearance />
      </Part>
      <Part title={m.account_email()}>
        <EmailForm account={account} />
      </Part>
      <Part title={m.account_password()}>
        <PasswordForm account={account} />
      </Part>
      <Part title={m.account_two_factor()}>
        <TwoFactor account={account} />
      </Part>
      <Part title={m.account_sessions()}>
        <Sessions />
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <h3 className={styles.heading}>{title}</h3>
      {children}
    </section>
  )
}
