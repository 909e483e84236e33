import { Button, Select } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type MailStatus, type OutboxEntry, retryMail } from '#contracts/notification/outbox.ts'
import * as m from '#i18n/messages.js'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { call } from '#web/lib/call.ts'
import { notify } from '#web/ui/notify.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import { formatRelativeInText } from '#web/ui/relative-in-text.ts'
import { statusLabels, valuesOf } from './labels.ts'
import styles from './notifications.module.css'
import { outboxQuery } from './queries.ts'

/** The mails of the business with their state; a failed one can be sent again. */
export function Outbox() {
  const [status, setStatus] = useState<MailStatus | null>(null)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(outboxQuery(status))
  const mails = data?.pages.flatMap(({ items }) => items)
  return (
    <SettingsCard id="outbox" title={m.notification_outbox()} text={m.notification_outbox_text()}>
      <Select
        label={m.notification_outbox_status()}
        data={valuesOf(statusLabels).map((value) => ({ value, label: statusLabels[value]() }))}
        value={status}
        placeholder={m.notification_outbox_all()}
        clearable
        onChange={(value) => setStatus(value as MailStatus | null)}
      />
      {mails ? (
        <ul className={styles.list}>
          {mails.length === 0 && <li className={styles.note}>{m.notification_outbox_none()}</li>}
          {mails.map((mail) => (
            <MailRow key={mail.id} mail={mail} />
          ))}
        </ul>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows label={m.common_loading()} rows={5} height={48} />
      )}
      {hasNextPage && (
        <Button className={styles.start ?? ''} disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {m.notification_outbox_more()}
        </Button>
      )}
    </SettingsCard>
  )
}

function MailRow({ mail: { id, to, subject, status, reason, createdAt, attempts } }: { mail: OutboxEntry }) {
  const client = useQueryClient()
  const retrying = useMutation({
    mutationFn: () => call(retryMail, { params: { mailId: id } }),
    onError: (error) => notify.failure(error),
    onSettled: () => void client.invalidateQueries({ queryKey: ['mail-outbox'] }),
  })
  return (
    <li className={styles.item}>
      <span className={styles.lines}>
        <strong>{subject}</strong>
        <span className={styles.note}>
          {m.notification_outbox_facts({ to, at: formatRelativeInText(createdAt), count: attempts })}
        </span>
        {reason && <span className={styles.reason}>{reason}</span>}
      </span>
      <span className={styles.status} data-status={status}>
        {statusLabels[status]()}
      </span>
      {status === 'failed' && (
        <Button
          size="compact-sm"
          disabled={retrying.isPending}
          aria-label={m.notification_outbox_retry_of({ subject, to })}
          onClick={() => retrying.mutate()}
        >
          {m.common_retry()}
        </Button>
      )}
    </li>
  )
}
