import { useEffect, useState } from 'react'
import type { PortalView } from '#contracts/tenant/portal.ts'
import * as m from '#i18n/messages.js'
import { Button } from '#web/kit/button.tsx'
import { failureText } from '#web/lib/failure-text.ts'
import type { Chat } from './chat.ts'
import type { ChatState } from './chat-store.ts'
import type { ShowNotice } from './notice.tsx'
import { personText } from './person-text.ts'
import styles from './ticket-offer.module.css'

type Props = { portal: PortalView; chat: Chat; state: ChatState; onTicket: () => void; showNotice: ShowNotice }

/** "Ready to create a support ticket?", from the offer's `promptAt` until it is accepted or declined. */
export function TicketOffer({ portal, chat, state, onTicket, showNotice }: Props) {
  const { conversation } = state.thread
  const offer = conversation?.ticketId ? null : (conversation?.offer ?? null)
  const isDue = useIsDue(offer?.promptAt ?? null)
  if (!offer || !isDue) return null
  const decline = () =>
    void chat
      .declineOffer()
      .catch((error: unknown) => showNotice(m.chat_action_failed({ cause: failureText(error) }), 'error'))
  return <Prompt expectation={personText(portal)} onYes={onTicket} onNo={decline} />
}

type PromptProps = { expectation: string | null; onYes: () => void; onNo: () => void }

function Prompt({ expectation, onYes, onNo }: PromptProps) {
  return (
    <section className={styles.offer} aria-labelledby="offer">
      <h3 id="offer" className={styles.title}>
        {m.chat_offer_title()}
      </h3>
      <p className={styles.text}>{m.chat_offer_text()}</p>
      {expectation && <p className={styles.text}>{expectation}</p>}
      <div className={styles.actions}>
        <Button variant="primary" onClick={onYes}>
          {m.chat_offer_yes()}
        </Button>
        <Button variant="quiet" onClick={onNo}>
          {m.chat_offer_no()}
        </Button>
      </div>
    </section>
  )
}

/** The longest wait for the prompt, since a device's clock may be wrong. */
const LONGEST_WAIT_MS = 3000

/** Whether the time `at` has come; waits 3 s at most. */
function useIsDue(at: string | null): boolean {
  const [dueAt, setDueAt] = useState<string | null>(null)
  useEffect(() => {
    if (at === null) return
    const wait = Math.min(Date.parse(at) - Date.now(), LONGEST_WAIT_MS)
    const timer = setTimeout(() => setDueAt(at), Math.max(0, wait))
    return () => clearTimeout(timer)
  }, [at])
  return at !== null && dueAt === at
}
