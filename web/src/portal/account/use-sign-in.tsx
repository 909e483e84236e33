import { type ReactNode, useState } from 'react'
import type { PortalAccount } from '#contracts/customer/guest-session.ts'
import { lazyDialog } from '#web/kit/lazy-part.tsx'
import { readInitialData } from '#web/portal/initial-data.ts'

const SignInDialog = lazyDialog(async () => (await import('./sign-in-dialog.tsx')).SignInDialog)

/** How a visitor signs in here: `start` opens `dialog`, or the platform's address, since the business's own domain has no account's session. */
export function useSignIn(slug: string, other: PortalAccount | null): { start: () => void; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false)
  const data = readInitialData()
  const accountsAt = data && 'portal' in data ? data.accountsAt : undefined
  return {
    start: () => (accountsAt ? location.assign(accountsAt) : setOpen(true)),
    dialog: isOpen && <SignInDialog slug={slug} other={other} onClose={() => setOpen(false)} />,
  }
}
