import { useEffect, useState } from 'react'
import type { PortalAccount } from '#contracts/customer/guest-session.ts'
import { ensureSession, isKnownGuest } from '#web/portal/guest-session.ts'
import { isFramed } from '#web/portal/portal-location.ts'

/**
 * Who is signed in here: null for nobody, absent until it is known. `otherAccount` is the account of this browser that has not entered this
 * business.
 */
export type Accounts = { account?: PortalAccount | null; otherAccount?: PortalAccount | null }

const NOBODY: Accounts = { account: null }

/** A visitor who has only followed a support link gets no session by that: nothing is asked for them. */
const mayBeSignedIn = (slug: string): boolean => !isFramed && (location.pathname === '/customer' || isKnownGuest(slug))

/** Who is signed in at this business. A failed read shows nobody; the pages that need the session report it. */
export function useAccount(slug: string): Accounts {
  const [accounts, setAccounts] = useState<Accounts>({})
  useEffect(() => {
    if (mayBeSignedIn(slug)) ensureSession(slug).then(setAccounts, () => setAccounts(NOBODY))
    else setAccounts(NOBODY)
  }, [slug])
  return accounts
}
