import type { PortalView } from '#contracts/tenant/portal.ts'
import * as m from '#i18n/messages.js'
import { Button } from '#web/kit/button.tsx'
import { goTo } from '#web/portal/portal-location.ts'
import { Requests } from '#web/portal/request/requests.tsx'
import styles from './account.module.css'

type MyTicketsProps = { portal: PortalView; onChat: (conversationId: string) => void; isChatOpen: boolean }

/** "My Tickets": the tickets of the verified address at this business, from every browser; one opens its conversation. */
export function MyTicketsPage({ portal, onChat, isChatOpen }: MyTicketsProps) {
  return (
    <>
      <header className={styles.head}>
        <h1 className="pf-title">{m.portal_tab_my_tickets()}</h1>
        <Button onClick={() => goTo({ tab: 'submit-ticket', article: null, chat: null })}>
          {m.portal_create_ticket()}
        </Button>
      </header>
      <Requests slug={portal.slug} refreshKey={`mine ${isChatOpen}`} onOpen={onChat} />
    </>
  )
}
