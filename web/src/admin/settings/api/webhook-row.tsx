import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  changeWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  type WebhookView,
} from '#contracts/webhook/webhook.ts'
import * as m from '#i18n/messages.js'
import { Badge } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import { confirmAction } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notify.ts'
import { formatRelativeInText } from '#web/ui/relative-in-text.ts'
import styles from './api.module.css'
import { Deliveries, WebhookForm } from './opened-parts.ts'
import { webhooksQuery } from './queries.ts'
import type { KnownEvent } from './webhook-form.tsx'

type Props = { webhook: WebhookView; events: readonly KnownEvent[]; onSecret: (secret: string) => void }

/** A webhook: how it fares, its actions, and on demand its form and its log. */
export function WebhookRow({ webhook, events, onSecret }: Props) {
  const [open, setOpen] = useState<'form' | 'log' | null>(null)
  const { url, state, failingSince, lastSuccessAt, pending } = webhook
  const hasAll = webhook.events.includes('*')
  return (
    <li className={styles.webhook}>
      <div className={styles.item}>
        <span className={styles.lines}>
          <strong className={styles.url}>{url}</strong>
          <span className={styles.note}>
            {hasAll ? m.api_webhook_all_events() : webhook.events.join(', ')}
            {pending > 0 && ` · ${m.api_webhook_pending({ count: pending })}`}
          </span>
          {state === 'failing' ? (
            <span className={styles.reason}>{m.api_webhook_failing()}</span>
          ) : failingSince ? (
            <span className={styles.reason} role="status">
              {m.api_webhook_failing_since({ since: formatRelativeInText(failingSince) })}
            </span>
          ) : (
            <span className={styles.note}>
              {lastSuccessAt
                ? m.api_webhook_last_success({ at: formatRelativeInText(lastSuccessAt) })
                : m.api_webhook_nothing_sent()}
            </span>
          )}
        </span>
        <Badge tone={state === 'on' ? 'resolved' : state === 'off' ? 'closed' : 'danger'}>
          {state === 'on' ? m.api_webhook_on() : m.api_webhook_off()}
        </Badge>
      </div>
      <Actions webhook={webhook} open={open} onOpen={setOpen} onSecret={onSecret} />
      {open === 'form' && <WebhookForm events={events} webhook={webhook} onDone={() => setOpen(null)} />}
      {open === 'log' && <Deliveries webhook={webhook} />}
    </li>
  )
}

type ActionProps = {
  webhook: WebhookView
  open: 'form' | 'log' | null
  onOpen: (part: 'form' | 'log' | null) => void
  onSecret: (secret: string) => void
}

function Actions({ webhook, open, onOpen, onSecret }: ActionProps) {
  const client = useQueryClient()
  const { id, url, state, version, secretGeneration } = webhook
  const params = { webhookId: id }
  const acting = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onError: notify.failure,
    onSettled: () => client.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
  })
  const test = async () => {
    await call(testWebhook, { params })
    onOpen('log')
  }
  const rotate = async () => {
    const isSure = await confirmAction({
      title: m.api_webhook_rotate_title(),
      body: m.api_webhook_rotate_text(),
      confirm: m.api_webhook_rotate(),
    })
    if (isSure) onSecret((await call(rotateWebhookSecret, { params, body: { generation: secretGeneration } })).secret)
  }
  const remove = async () => {
    const isSure = await confirmAction({
      title: m.api_webhook_remove_title({ url }),
      body: m.api_webhook_remove_text(),
      confirm: m.notification_remove(),
      isDanger: true,
    })
    if (isSure) await call(deleteWebhook, { params })
  }
  const act = (run: () => Promise<unknown>) => () => acting.mutate(run)
  const toggle = (part: 'form' | 'log') => () => onOpen(open === part ? null : part)
  return (
    <div className={styles.buttons}>
      <Button size="compact-sm" aria-expanded={open === 'log'} onClick={toggle('log')}>
        {m.api_webhook_log()}
      </Button>
      <Button size="compact-sm" onClick={act(test)}>
        {m.api_webhook_test()}
      </Button>
      <Button size="compact-sm" aria-expanded={open === 'form'} onClick={toggle('form')}>
        {m.api_webhook_change()}
      </Button>
      <Button
        size="compact-sm"
        onClick={act(() => call(changeWebhook, { params, body: { version, isOn: state !== 'on' } }))}
      >
        {state === 'on' ? m.api_webhook_switch_off() : m.api_webhook_switch_on()}
      </Button>
      <Button size="compact-sm" onClick={act(rotate)}>
        {m.api_webhook_rotate()}
      </Button>
      <Button size="compact-sm" variant="subtle" color="red" onClick={act(remove)}>
        {m.notification_remove()}
      </Button>
    </div>
  )
}
