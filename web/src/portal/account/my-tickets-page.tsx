import { IconInbox } from '@tabler/icons-react'
import type { PortalAccount } from '#contracts/customer/guest-session.ts'
import type { PortalView } from '#contracts/tenant/portal.ts'
import * as m from '#i18n/messages.js'
import { Button } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { Card } from '#web/kit/surface.tsx'
import { goTo } from '#web/portal/portal-location.ts'
import { Requests } from '#web/portal/request/requests.tsx'
import styles from './account.module.css'
import type { Accounts } from './use-account.ts'
import { useSignIn } from './use-sign-in.tsx'

type MyTicketsProps = {
  portal: PortalView
  accounts: Accounts
  onChat: (conversationId: string) => void
  isChatOpen: boolean
}

/** "My Tickets": the tickets of the verified address at this business, from every browser; one opens its conversation. Who is not signed in is asked to. */
export function MyTicketsPage({ portal, accounts, onChat, isChatOpen }: MyTicketsProps) {
  return (
    <>
      <header className={styles.head}>
        <h1 className="pf-title">{m.portal_tab_my_tickets()}</h1>
        <Button onClick={() => goTo({ tab: 'submit-ticket', article: null, chat: null })}>
          {m.portal_create_ticket()}
        </Button>
      </header>
      {accounts.account && <Requests slug={portal.slug} isSignedIn refreshKey={`mine ${isChatOpen}`} onOpen={onChat} />}
      {accounts.account === null && <SignedOut portal={portal} other={accounts.otherAccount ?? null} />}
    </>
  )
}

function SignedOut({ portal, other }: { portal: PortalView; other: PortalAccount | null }) {
  const { start, dialog } = useSignIn(portal.slug, other)
  return (
    <Card>
      <EmptyState
        icon={<IconInbox size={24} stroke={1.5} />}
        title={m.portal_my_tickets_signed_out()}
        action={
          <Button variant="primary" onClick={start}>
            {m.portal_sign_in()}
          </Button>
        }
      >
        {m.portal_my_tickets_signed_out_text({ name: portal.name })}
      </EmptyState>
      {dialog}
    </Card>
  )
}
