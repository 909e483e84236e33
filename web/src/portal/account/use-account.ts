import { useEffect, useState } from 'react'
import type { PortalAccount, SignedInAccount } from '#contracts/customer/guest-session.ts'
import { showTimesIn } from '#web/lib/format.ts'
import { setTheme } from '#web/lib/theme.ts'
import { ensureSession, isKnownGuest } from '#web/portal/guest-session.ts'
import { isFramed } from '#web/portal/portal-location.ts'

/**
 * Who is signed in here: null for nobody, absent until it is known. `otherAccount` is the account of this browser that has not entered this
 * business.
 */
export type Accounts = { account?: SignedInAccount | null; otherAccount?: PortalAccount | null }

const NOBODY: Accounts = { account: null }

/** A visitor who has only followed a support link gets no session by that: nothing is asked for them. */
const mayBeSignedIn = (slug: string): boolean => !isFramed && (location.pathname === '/customer' || isKnownGuest(slug))

/** What its owner chose for all devices takes effect on this one. */
function follow({ timezone, theme }: SignedInAccount): void {
  showTimesIn(timezone)
  if (theme) setTheme(theme)
}

/** Who is signed in at this business. A failed read shows nobody; the pages that need the session report it. */
export function useAccount(slug: string): Accounts {
  const [accounts, setAccounts] = useState<Accounts>({})
  useEffect(() => {
    const show = (known: Accounts) => {
      if (known.account) follow(known.account)
      setAccounts(known)
    }
    if (mayBeSignedIn(slug)) ensureSession(slug).then(show, () => setAccounts(NOBODY))
    else setAccounts(NOBODY)
  }, [slug])
  return accounts
}
