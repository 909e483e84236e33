import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { PortalAccount } from '#contracts/customer/guest-session.ts'
import type { PortalView } from '#contracts/tenant/portal.ts'
import * as m from '#i18n/messages.js'
import { Card } from '#web/kit/surface.tsx'
import { CookieNotice } from '#web/portal/cookie-notice.tsx'
import { knownContact } from './known-contact.ts'
import { Requests } from './requests.tsx'
import styles from './submit-ticket-page.module.css'
import { EMPTY_DRAFT } from './ticket-draft.ts'
import { TicketForm } from './ticket-form.tsx'

type Props = {
  portal: PortalView
  account?: PortalAccount | null | undefined
  onChat: (conversationId: string) => void
  isChatOpen: boolean
}

/** "Submit Ticket": the form, and below it the earlier requests of this browser. */
export function SubmitTicketPage({ portal, account, onChat, isChatOpen }: Props) {
  const { slug } = portal
  const [sentCount, setSentCount] = useState(0)
  const sent = useRef<HTMLParagraphElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: shows each success once
  useEffect(() => sent.current?.focus(), [sentCount])
  return (
    <>
      <header className={styles.head}>
        <h1 className="pf-title">{m.portal_ticket_heading()}</h1>
        <p>{m.portal_ticket_intro()}</p>
      </header>
      <CookieNotice />
      <div className={styles.columns}>
        <Card className={styles.formCard}>
          {sentCount > 0 && (
            <p ref={sent} className={styles.sent} role="status" tabIndex={-1}>
              <IconCircleCheck size={20} stroke={1.5} aria-hidden="true" />
              {account ? m.portal_my_ticket_sent() : m.portal_ticket_sent()}
            </p>
          )}
          <TicketForm
            key={sentCount}
            slug={slug}
            topics={portal.topics}
            account={account}
            isKept
            initial={sentCount > 0 ? EMPTY_DRAFT : { ...EMPTY_DRAFT, ...knownContact(slug) }}
            onSubmitted={() => setSentCount(sentCount + 1)}
          />
        </Card>
        <Requests slug={slug} isSignedIn={Boolean(account)} refreshKey={`${sentCount} ${isChatOpen}`} onOpen={onChat} />
      </div>
    </>
  )
}
