import { IconLogin2, IconUserCircle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import * as m from '#i18n/messages.js'
import { IconButton } from '#web/kit/button.tsx'
import { lazyDialog } from '#web/kit/lazy-part.tsx'
import { Menu } from '#web/kit/menu.tsx'
import { showToast } from '#web/kit/toast.tsx'
import { failureText } from '#web/lib/failure-text.ts'
import { signOut, whenSignedOut } from '#web/lib/sign-out.ts'
import { readInitialData } from '#web/portal/initial-data.ts'
import { isFramed } from '#web/portal/portal-location.ts'
import styles from './account.module.css'
import type { Accounts } from './use-account.ts'

const SignInDialog = lazyDialog(async () => (await import('./sign-in-dialog.tsx')).SignInDialog)

async function leave(slug: string): Promise<void> {
  await signOut()
  location.assign(`/customer?tenant=${encodeURIComponent(slug)}`)
}

/** In the sidebar: signing in, or who is signed in and signing out. */
export function AccountMenu({ slug, accounts }: { slug: string; accounts: Accounts }) {
  const [isOpen, setOpen] = useState(false)
  const { account, other } = accounts
  const isSignedIn = account !== null
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
  const data = readInitialData()
  // The business's own domain has none either: the sign-in is at the platform's address.
  const accountsAt = data && 'portal' in data ? data.accountsAt : undefined
  return (
    <>
      <IconButton label={m.portal_sign_in()} onClick={() => (accountsAt ? location.assign(accountsAt) : setOpen(true))}>
        <IconLogin2 size={20} stroke={1.5} />
      </IconButton>
      {isOpen && <SignInDialog slug={slug} other={other} onClose={() => setOpen(false)} />}
    </>
  )
}
