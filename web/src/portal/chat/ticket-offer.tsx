import { useEffect, useState } from 'react'
import * as m from '#i18n/messages.js'
import { Button } from '#web/kit/button.tsx'
import { failureText } from '#web/lib/failure-text.ts'
import type { Chat } from './chat.ts'
import type { ChatState } from './chat-store.ts'
import type { ShowNotice } from './notice.tsx'
import styles from './ticket-offer.module.css'

/** "Ready to create a support ticket?", from the offer's `promptAt` until it is accepted or declined. */
export function TicketOffer(props: { chat: Chat; state: ChatState; onTicket: () => void; showNotice: ShowNotice }) {
  const { chat, state, onTicket, showNotice } = props
  const { conversation } = state.thread
  const offer = conversation?.ticketId ? null : (conversation?.offer ?? null)
  const isDue = useIsDue(offer?.promptAt ?? null)
  if (!offer || !isDue) return null
  const decline = () =>
    void chat
      .declineOffer()
      .catch((error: unknown) => showNotice(m.chat_action_failed({ cause: failureText(error) }), 'error'))
  return <Prompt onYes={onTicket} onNo={decline} />
}

function Prompt({ onYes, onNo }: { onYes: () => void; onNo: () => void }) {
  return (
    <section className={styles.offer} aria-labelledby="offer">
      <h3 id="offer" className={styles.title}>
        {m.chat_offer_title()}
      </h3>
      <p className={styles.text}>{m.chat_offer_text()}</p>
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
