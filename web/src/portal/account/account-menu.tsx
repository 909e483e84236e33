import { IconLogin2, IconUserCircle } from '@tabler/icons-react'
import { useEffect } from 'react'
import * as m from '#i18n/messages.js'
import { IconButton } from '#web/kit/button.tsx'
import { Menu } from '#web/kit/menu.tsx'
import { showToast } from '#web/kit/toast.tsx'
import { failureText } from '#web/lib/failure-text.ts'
import { signOut, whenSignedOut } from '#web/lib/sign-out.ts'
import { isFramed } from '#web/portal/portal-location.ts'
import styles from './account.module.css'
import type { Accounts } from './use-account.ts'
import { useSignIn } from './use-sign-in.tsx'

async function leave(slug: string): Promise<void> {
  await signOut()
  location.assign(`/customer?tenant=${encodeURIComponent(slug)}`)
}

/** In the sidebar: signing in, or who is signed in and signing out. */
export function AccountMenu({ slug, accounts }: { slug: string; accounts: Accounts }) {
  const { account, otherAccount = null } = accounts
  const signIn = useSignIn(slug, otherAccount)
  const isSignedIn = Boolean(account)
  useEffect(() => (isSignedIn ? whenSignedOut(() => location.reload()) : undefined), [isSignedIn])
  if (account) {
    return (
      <Menu
        label={m.portal_account_of({ email: account.email })}
        icon={<IconUserCircle size={20} stroke={1.5} />}
        header={<span className={styles.email}>{account.email}</span>}
        items={[
          {
            label: m.portal_sign_out(),
            onSelect: () => void leave(slug).catch((error: unknown) => showToast(failureText(error), 'error')),
          },
        ]}
      />
    )
  }
  // A frame on another site has no session of an account.
  if (isFramed) return null
  return (
    <>
      <IconButton label={m.portal_sign_in()} onClick={signIn.start}>
        <IconLogin2 size={20} stroke={1.5} />
      </IconButton>
      {signIn.dialog}
    </>
  )
}
