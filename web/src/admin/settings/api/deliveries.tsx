import { Button, Select } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { WebhookDeliveryId, WebhookId } from '#contracts/ids.ts'
import {
  type DeliveryState,
  replayDelivery,
  replayFailed,
  type WebhookDeliveryView,
  type WebhookView,
} from '#contracts/webhook/webhook.ts'
import * as m from '#i18n/messages.js'
import { ErrorState } from '#web/kit/states.tsx'
import { Badge, type Tone } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import { notify } from '#web/ui/notify.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import { formatRelativeInText } from '#web/ui/relative-in-text.ts'
import styles from './api.module.css'
import { DELIVERY_STATES, deliveryFaultLabels, deliveryStateLabels } from './labels.ts'
import { deliveriesQuery, webhooksQuery } from './queries.ts'

const DAY_MS = 86_400_000
const tones: Record<DeliveryState, Tone> = { pending: 'waiting', delivered: 'resolved', failed: 'danger' }

/** The delivery log of a webhook, with what sends one delivery again, or all that failed. */
export function Deliveries({ webhook: { id } }: { webhook: WebhookView }) {
  const client = useQueryClient()
  const [state, setState] = useState<DeliveryState | null>(null)
  const asked = useInfiniteQuery(deliveriesQuery(id, state))
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = asked
  const deliveries = data?.pages.flatMap(({ items }) => items)
  const replaying = useMutation({
    mutationFn: (days: number) => {
      const since = new Date(Date.now() - days * DAY_MS).toISOString()
      return call(replayFailed, { params: { webhookId: id }, body: { since } })
    },
    onSuccess: ({ deliveries: count }) => notify.success(m.api_delivery_replayed({ count })),
    onError: notify.failure,
    onSettled: () => client.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
  })
  return (
    <section className={styles.log} aria-label={m.api_webhook_log()}>
      <div className={styles.buttons}>
        <Select
          aria-label={m.api_delivery_state()}
          size="xs"
          data={[
            { value: '', label: m.api_delivery_all() },
            ...DELIVERY_STATES.map((value) => ({ value, label: deliveryStateLabels[value]() })),
          ]}
          value={state ?? ''}
          allowDeselect={false}
          onChange={(value) => setState(value ? (value as DeliveryState) : null)}
        />
        {[1, 30].map((days) => (
          <Button key={days} size="compact-sm" onClick={() => replaying.mutate(days)}>
            {m.api_delivery_replay_failed({ days })}
          </Button>
        ))}
      </div>
      {deliveries ? (
        <ul className={styles.list}>
          {deliveries.length === 0 && <li className={styles.note}>{m.api_delivery_none()}</li>}
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} webhookId={id} delivery={delivery} />
          ))}
        </ul>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows label={m.common_loading()} rows={3} height={48} />
      )}
      {hasNextPage && (
        <Button className={styles.start ?? ''} disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {m.notification_outbox_more()}
        </Button>
      )}
    </section>
  )
}

function DeliveryRow({ webhookId, delivery }: { webhookId: WebhookId; delivery: WebhookDeliveryView }) {
  const client = useQueryClient()
  const { id, event, state, status, durationMs, fault, answer, attempts, createdAt, nextAttemptAt } = delivery
  const again = async (webhookDeliveryId: WebhookDeliveryId) => {
    await call(replayDelivery, { params: { webhookId, webhookDeliveryId } }).catch(notify.failure)
    await client.invalidateQueries({ queryKey: webhooksQuery.queryKey })
  }
  const facts = [
    formatRelativeInText(createdAt),
    status !== null && `HTTP ${status}`,
    durationMs !== null && `${durationMs} ms`,
    attempts > 1 && m.api_delivery_attempts({ count: attempts }),
    state === 'pending' &&
      attempts > 0 &&
      nextAttemptAt &&
      m.api_delivery_next({ at: formatRelativeInText(nextAttemptAt) }),
  ]
  return (
    <li className={styles.item}>
      <span className={styles.lines}>
        <strong>{event}</strong>
        <span className={styles.note}>{facts.filter(Boolean).join(' · ')}</span>
        {fault && <span className={styles.reason}>{deliveryFaultLabels[fault]()}</span>}
        {answer && (
          <details className={styles.note}>
            <summary>{m.api_delivery_answer()}</summary>
            <pre className={styles.answer}>{answer}</pre>
          </details>
        )}
      </span>
      <Badge tone={tones[state]}>{deliveryStateLabels[state]()}</Badge>
      {state !== 'pending' && (
        <Button size="compact-sm" variant="subtle" onClick={() => void again(id)}>
          {m.api_delivery_replay()}
        </Button>
      )}
    </li>
  )
}
