import { IconHeadset, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { PortalView } from '#contracts/tenant/portal.ts'
import type { GuestTicketView } from '#contracts/ticket/guest-ticket.ts'
import * as m from '#i18n/messages.js'
import { IconButton } from '#web/kit/button.tsx'
import { LanguageMenu } from '#web/kit/language-menu.tsx'
import { Badge } from '#web/kit/surface.tsx'
import { classes } from '#web/lib/classes.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { Logo } from '#web/portal/brand.tsx'
import { contextLabel, statusShown, ticketReference } from '#web/portal/labels.ts'
import type { Chat } from './chat.ts'
import styles from './chat-header.module.css'
import { ChatMenu } from './chat-menu.tsx'
import type { ChatState } from './chat-store.ts'
import type { ShowNotice } from './notice.tsx'

type Props = {
  portal: PortalView
  chat: Chat
  state: ChatState
  ticket: GuestTicketView | null
  onClose: (() => void) | undefined
  onStartNew: () => void
  showNotice: ShowNotice
}

/** Header of the chat: business, topic, who answers, and "Talk to a person" until one is there. */
export function ChatHeader({ portal, chat, state, ticket, onClose, onStartNew, showNotice }: Props) {
  const { conversation } = state.thread
  const context = conversation?.context ?? ('context' in chat.goal ? chat.goal.context : 'general')
  const isWithPerson = conversation?.state === 'human'
  return (
    <div className={styles.header}>
      <div className="pf-bar">
        <Logo portal={portal} />
        <div className={styles.names}>
          <p className="pf-name">{portal.name}</p>
          <h2 className={styles.context}>{contextLabel(context)}</h2>
        </div>
        <span className={styles.actions}>
          <span className={styles.menu}>
            <LanguageMenu />
          </span>
          <span className={styles.menu}>
            <ChatMenu
              slug={portal.slug}
              chat={chat}
              thread={state.thread}
              onStartNew={onStartNew}
              showNotice={showNotice}
            />
          </span>
          {onClose && (
            <IconButton label={m.chat_close()} onClick={onClose} className={styles.action}>
              <IconX size={20} stroke={1.5} />
            </IconButton>
          )}
        </span>
      </div>
      <div className={styles.row}>
        <Holder state={state} ticket={ticket} />
        {!isWithPerson && <PersonButton chat={chat} state={state} showNotice={showNotice} />}
      </div>
    </div>
  )
}

/** Who answers now: the assistant, a member by name, or the waiting state. */
function Holder({ state, ticket }: { state: ChatState; ticket: GuestTicketView | null }) {
  const { conversation, messages } = state.thread
  const person = messages.findLast((message) => message.author === 'member')?.authorName
  const withPerson = person ? m.chat_with_person({ name: person }) : m.chat_with_team()
  if (ticket) {
    const status = statusShown(ticket.status)
    const isWithPerson = conversation?.state === 'human'
    const assignment = ticket.isAssigned ? m.portal_request_assigned() : m.portal_request_unassigned()
    return (
      <p className={styles.holder}>
        <Badge tone={status.tone}>{status.label}</Badge>
        <span className={styles.subject}>
          {ticketReference(ticket.number)}
          <span className={classes(styles.agent, !isWithPerson && styles.spare)}>
            {isWithPerson ? withPerson : assignment}
          </span>
        </span>
      </p>
    )
  }
  const holderText = () => {
    switch (conversation?.state) {
      case 'human':
        return withPerson
      case 'waiting':
        return m.chat_with_waiting()
      case 'closed':
        return m.chat_with_nobody()
      default:
        return m.chat_with_assistant()
    }
  }
  return (
    <p className={styles.holder}>
      <span className={styles.dot} data-state={conversation?.state ?? 'ai'} aria-hidden="true" />
      <span className={styles.subject}>{holderText()}</span>
    </p>
  )
}

/** "Talk to a person"; says so where one was asked already. */
function PersonButton({ chat, state, showNotice }: { chat: Chat; state: ChatState; showNotice: ShowNotice }) {
  const [isBusy, setBusy] = useState(false)
  const ask = async () => {
    if (state.thread.conversation?.state === 'waiting') return showNotice(m.chat_person_asked(), 'info')
    setBusy(true)
    try {
      await chat.requestPerson()
    } catch (error) {
      showNotice(m.chat_action_failed({ cause: failureText(error) }), 'error')
    } finally {
      setBusy(false)
    }
  }
  return (
    <button
      type="button"
      className={styles.person}
      onClick={() => void ask()}
      disabled={isBusy || state.phase !== 'ready'}
    >
      <IconHeadset size={18} stroke={1.5} aria-hidden="true" />
      {m.chat_person()}
    </button>
  )
}
