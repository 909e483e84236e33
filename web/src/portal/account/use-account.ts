import { useEffect, useState } from 'react'
import type { PortalAccount } from '#contracts/customer/guest-session.ts'
import { ensureSession, isKnownGuest } from '#web/portal/guest-session.ts'
import { isFramed } from '#web/portal/portal-location.ts'

/**
 * Who is signed in here, undefined until it is known; `other` is the account of this browser that has not entered this business. Both null
 * while nobody is.
 */
export type Accounts = { account: PortalAccount | null | undefined; other: PortalAccount | null }

const NOBODY: Accounts = { account: null, other: null }

/** A visitor who has only followed a support link gets no session by that: nothing is asked for them. */
const mayBeSignedIn = (slug: string): boolean => !isFramed && (location.pathname === '/customer' || isKnownGuest(slug))

/** Who is signed in at this business. A failed read shows nobody; the pages that need the session report it. */
export function useAccount(slug: string): Accounts {
  const [accounts, setAccounts] = useState<Accounts>({ account: undefined, other: null })
  useEffect(() => {
    if (!mayBeSignedIn(slug)) return setAccounts(NOBODY)
    ensureSession(slug).then(
      ({ account, otherAccount }) => setAccounts({ account, other: otherAccount }),
      () => setAccounts(NOBODY),
    )
  }, [slug])
  return accounts
}
