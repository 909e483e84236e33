import { Button, Select } from '@mantine/core'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MailId, TenantId } from '#contracts/ids.ts'
import {
  listFailedTenantMails,
  listPlatformMails,
  retryPlatformMail,
  retryTenantMail,
} from '#contracts/owner/operations.ts'
import * as m from '#i18n/messages.js'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { Badge, type Tone } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { LoadingRows } from '#web/ui/parts.tsx'
import { runAct } from './act.ts'
import { LoadMore } from './load-more.tsx'
import styles from './panel.module.css'

const STATUSES = ['unsent', 'failed', 'pending', 'sent'] as const
type Status = (typeof STATUSES)[number]

const TONES: Record<'pending' | 'sent' | 'failed', Tone> = { pending: 'waiting', sent: 'resolved', failed: 'danger' }

const label = (status: Status): string =>
  ({
    unsent: m.owner_mail_unsent,
    failed: m.owner_mail_failed,
    pending: m.owner_mail_pending,
    sent: m.owner_mail_sent,
  })[status]()

const mailsQuery = (status: Status) =>
  infiniteQueryOptions({
    queryKey: ['owner', 'mails', status],
    queryFn: ({ pageParam }) =>
      call(listPlatformMails, { query: { status, ...(pageParam ? { cursor: pageParam } : {}) } }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })

/** The outbox of the platform, and mails that businesses could not send. */
export function Mails() {
  const [status, setStatus] = useState<Status>('unsent')
  const query = useInfiniteQuery(mailsQuery(status))
  const mails = query.data?.pages.flatMap(({ items }) => items) ?? []
  const retry = (mailId: string) =>
    runAct(() => call(retryPlatformMail, { body: { mailId } }), { done: m.owner_mail_queued() })
  return (
    <div className={styles.stack}>
      <div className={styles.row}>
        <p className={styles.intro}>{m.owner_mail_text()}</p>
        <Select
          className={styles.end ?? ''}
          aria-label={m.owner_mail_status()}
          allowDeselect={false}
          data={STATUSES.map((value) => ({ value, label: label(value) }))}
          value={status}
          onChange={(value) => setStatus((value ?? 'unsent') as Status)}
        />
      </div>
      {!query.data && query.isPending && <LoadingRows label={m.common_loading()} />}
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && mails.length === 0 && (
        <EmptyState title={m.owner_no_mails()}>{m.owner_no_mails_text()}</EmptyState>
      )}
      <ul className={styles.list}>
        {mails.map((mail) => (
          <li key={mail.id} className={styles.item}>
            <div>
              <p>
                <Badge tone={TONES[mail.status]}>{label(mail.status)}</Badge> {mail.subject}
              </p>
              <p className={styles.sub}>
                {mail.to} · {mail.kind} · <RelativeTime at={mail.createdAt} /> ·{' '}
                {m.owner_attempts({ count: mail.attempts })}
              </p>
              {mail.lastError && <p className={styles.sub}>{mail.lastError}</p>}
            </div>
            {mail.status === 'failed' && (
              <Button aria-label={m.owner_retry_of({ name: mail.subject })} onClick={() => void retry(mail.id)}>
                {m.common_retry()}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <LoadMore query={query} />
      <TenantMails />
    </div>
  )
}

function TenantMails() {
  const { data } = useQuery({ queryKey: ['owner', 'tenant-mails'], queryFn: () => call(listFailedTenantMails) })
  if (!data || data.items.length === 0) return null
  const retry = (tenantId: TenantId, mailId: MailId) =>
    runAct(() => call(retryTenantMail, { params: { tenantId, mailId } }), { done: m.owner_mail_queued() })
  return (
    <section className={styles.stack} aria-label={m.owner_tenant_mails()}>
      <div className={styles.row}>
        <h2>{m.owner_tenant_mails()}</h2>
      </div>
      <p className={styles.intro}>{m.owner_tenant_mails_text()}</p>
      <ul className={styles.list}>
        {data.items.map((mail) => (
          <li key={mail.id} className={styles.item}>
            <div>
              <p>{mail.tenantName}</p>
              <p className={styles.sub}>
                {mail.kind} · <RelativeTime at={mail.createdAt} /> · {m.owner_attempts({ count: mail.attempts })}
              </p>
              {mail.lastError && <p className={styles.sub}>{mail.lastError}</p>}
            </div>
            <Button
              aria-label={m.owner_retry_of({ name: mail.tenantName })}
              onClick={() => void retry(mail.tenantId, mail.id)}
            >
              {m.common_retry()}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
