import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { listAllPlans } from '#contracts/owner/tenant.ts'
import * as m from '#i18n/messages.js'
import { Wordmark } from '#web/brand/brand.tsx'
import { LoadingScreen } from '#web/brand/loading.tsx'
import { lazyDialog } from '#web/kit/lazy-part.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { CallError, call } from '#web/lib/call.ts'
import { readOwnSession } from '#web/lib/own-session.ts'
import { useWindowTitle } from '#web/ui/page-menu.ts'
import styles from './panel.module.css'

const AccountDialog = lazyDialog(async () => (await import('#web/admin/account/dialog.tsx')).AccountDialog)

/**
 * Renders its children for the platform owner only. Who is not signed in gets the sign-in page; anybody else the page that there is
 * nothing here, since the sign-in page would send them back. The server decides again with every request.
 */
export function RequireOwner({ children }: { children: ReactNode }) {
  const session = useQuery({ queryKey: ['owner', 'session'], queryFn: readOwnSession })
  const isOwner = session.data?.user?.role === 'super-admin'
  const isNobody = session.data !== undefined && !session.data.user
  useEffect(() => {
    if (isNobody) location.replace(`/signin?next=${encodeURIComponent(location.pathname + location.search)}`)
  }, [isNobody])
  if (session.error && !session.data) {
    return (
      <main className={styles.center}>
        <ErrorState error={session.error} onRetry={() => void session.refetch()} />
      </main>
    )
  }
  if (session.data?.user && !isOwner) return <NothingHere />
  return isOwner ? <RequireTwoFactor>{children}</RequireTwoFactor> : <LoadingScreen />
}

/** Renders its children unless the installation wants two-factor sign-in of the platform owner and the account has none: then the way to it. */
function RequireTwoFactor({ children }: { children: ReactNode }) {
  const access = useQuery({ queryKey: ['owner', 'access'], queryFn: () => call(listAllPlans), retry: false })
  if (access.isPending) return <LoadingScreen />
  const isNeeded = access.error instanceof CallError && access.error.reason === 'two_factor_needed'
  // Any other failure is shown by the part that meets it.
  return isNeeded ? <SetUpTwoFactor onDone={() => void access.refetch()} /> : children
}

function SetUpTwoFactor({ onDone }: { onDone: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    onDone()
  }
  useWindowTitle(m.owner_two_factor_title())
  return (
    <main className={styles.center}>
      <div className={styles.sheet}>
        <Wordmark size={24} />
        <h1>{m.owner_two_factor_title()}</h1>
        <p className={styles.intro}>{m.owner_two_factor_text()}</p>
        <Button variant="filled" onClick={() => setOpen(true)}>
          {m.owner_two_factor_open()}
        </Button>
      </div>
      <AccountDialog isOpen={isOpen} onClose={close} />
    </main>
  )
}

function NothingHere() {
  return (
    <main className={styles.center}>
      <div className={styles.sheet}>
        <Wordmark size={24} />
        <h1>{m.desk_not_found_title()}</h1>
        <p className={styles.intro}>{m.desk_not_found_text()}</p>
        <Button component="a" href="/admin" variant="filled">
          {m.desk_not_found_go()}
        </Button>
      </div>
    </main>
  )
}
