import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useMemo, useRef } from 'react'
import type { PortalView } from '#contracts/tenant/portal.ts'
import * as m from '#i18n/messages.js'
import { IconButton } from '#web/kit/button.tsx'
import { formPriority } from '#web/portal/labels.ts'
import { knownContact } from '#web/portal/request/known-contact.ts'
import type { TicketDraft } from '#web/portal/request/ticket-draft.ts'
import { TicketForm } from '#web/portal/request/ticket-form.tsx'
import type { Thread } from './thread.ts'
import styles from './ticket-step.module.css'

const SUBJECT_LENGTH = 80
const DESCRIPTION_LENGTH = 4000

/** Initial values of the ticket form from the chat: contact, subject, priority, and the customer's messages. */
export function draftTicketFromChat(slug: string, thread: Thread): TicketDraft {
  const texts = thread.messages.filter(({ author, body }) => author === 'customer' && body).map(({ body }) => body)
  const first = texts[0]?.split('\n')[0]?.trim() ?? ''
  const cut = first.slice(0, SUBJECT_LENGTH).replace(/\s+\S*$/, '')
  return {
    ...knownContact(slug),
    subject: first.length > SUBJECT_LENGTH ? `${cut}…` : first,
    priority: formPriority(thread.conversation?.offer?.priority ?? 'medium'),
    description: texts.join('\n\n').slice(-DESCRIPTION_LENGTH),
  }
}

/** The ticket form inside the chat; the ticket continues this conversation. */
export function TicketStep(props: { portal: PortalView; thread: Thread; onBack: () => void; onDone: () => void }) {
  const { portal, thread, onBack, onDone } = props
  const heading = useRef<HTMLHeadingElement>(null)
  // Later messages must not overwrite the form's input.
  // biome-ignore lint/correctness/useExhaustiveDependencies: drafted once
  const draft = useMemo(() => draftTicketFromChat(portal.slug, thread), [])
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={styles.step}>
      <div className={styles.head}>
        <IconButton label={m.chat_ticket_back()} onClick={onBack}>
          <IconArrowLeft size={20} stroke={1.5} />
        </IconButton>
        <h3 ref={heading} tabIndex={-1} className={styles.title}>
          {m.chat_ticket_heading()}
        </h3>
      </div>
      <p className={styles.intro}>{m.chat_ticket_intro()}</p>
      <TicketForm
        slug={portal.slug}
        initial={draft}
        {...(thread.conversation && { conversationId: thread.conversation.id })}
        onSubmitted={onDone}
      />
    </div>
  )
}
