import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { InboundMailView, MailOutcome, UnreadableMail } from '#contracts/inbound-mail/inbound-mail.ts'
import * as m from '#i18n/messages.js'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { addressOf } from '#web/lib/call.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import { formatRelativeInText } from '#web/ui/relative-in-text.ts'
import { receivedMailsQuery } from './mail-in-queries.ts'
import styles from './notifications.module.css'

const outcomeLabels: Record<MailOutcome, () => string> = {
  new_ticket: m.mailbox_outcome_new_ticket,
  reply: m.mailbox_outcome_reply,
  auto_reply: m.mailbox_outcome_auto_reply,
  list: m.mailbox_outcome_list,
  bounce: m.mailbox_outcome_bounce,
  loop: m.mailbox_outcome_loop,
  blocked: m.mailbox_outcome_blocked,
  duplicate: m.mailbox_outcome_duplicate,
  unreadable: m.mailbox_outcome_unreadable,
}

const reasons: Record<UnreadableMail, () => string> = {
  no_mail: m.mailbox_unreadable_no_mail,
  too_deep: m.mailbox_unreadable_too_deep,
  too_many_headers: m.mailbox_unreadable_too_many_headers,
  too_large: m.mailbox_unreadable_too_large,
  slow: m.mailbox_unreadable_slow,
  failed: m.mailbox_unreadable_failed,
}

/** Every mail that the business received, and what became of it: none is lost without a trace. */
export function ReceivedMails() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(receivedMailsQuery)
  const mails = data?.pages.flatMap(({ items }) => items)
  return (
    <SettingsCard id="received-mails" title={m.mailbox_received()} text={m.mailbox_received_text()}>
      {mails ? (
        <ul className={styles.list}>
          {mails.length === 0 && <li className={styles.note}>{m.mailbox_received_none()}</li>}
          {mails.map((mail) => (
            <MailRow key={mail.id} mail={mail} />
          ))}
        </ul>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows label={m.common_loading()} rows={4} height={48} />
      )}
      {hasNextPage && (
        <Button className={styles.start ?? ''} disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {m.notification_outbox_more()}
        </Button>
      )}
    </SettingsCard>
  )
}

function MailRow({ mail }: { mail: InboundMailView }) {
  const { id, from, subject, outcome, unreadable, ticketId, receivedAt } = mail
  return (
    <li className={styles.item}>
      <span className={styles.lines}>
        <strong>{subject}</strong>
        <span className={styles.note}>
          {m.mailbox_received_facts({ from: from?.address ?? '—', at: formatRelativeInText(receivedAt) })}
        </span>
        {unreadable && <span className={styles.note}>{reasons[unreadable]()}</span>}
      </span>
      <span className={styles.status} data-status={outcome === 'unreadable' ? 'failed' : 'sent'}>
        {outcome ? outcomeLabels[outcome]() : m.mailbox_outcome_waiting()}
      </span>
      {ticketId && (
        <a className={styles.note} href={`/admin?section=tickets&ticket=${ticketId}`}>
          {m.mailbox_open_ticket()}
        </a>
      )}
      <a
        className={styles.note}
        href={addressOf('/api/inbound-mails/:inboundMailId/original', { params: { inboundMailId: id } })}
        download
      >
        {m.ticket_mail_original()}
      </a>
    </li>
  )
}
