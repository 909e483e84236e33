import { Button, Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { WebhookId } from '#contracts/ids.ts'
import { changeWebhook, createWebhook, type WebhookView } from '#contracts/webhook/webhook.ts'
import * as m from '#i18n/messages.js'
import { CallError, call, newId } from '#web/lib/call.ts'
import { notify } from '#web/ui/notify.ts'
import styles from './api.module.css'
import { webhooksQuery } from './queries.ts'

export type KnownEvent = { name: string; summary: string }

type Props = {
  events: readonly KnownEvent[]
  /** The webhook that is changed; a new one without it. */
  webhook?: WebhookView
  /** `secret`: of a new webhook. */
  onDone: (secret?: string) => void
}

/** Address and events of a webhook. */
export function WebhookForm({ events, webhook, onDone }: Props) {
  const client = useQueryClient()
  const [id] = useState(() => newId<WebhookId>())
  const form = useForm({ initialValues: { url: webhook?.url ?? '', events: webhook?.events ?? ['*'] } })
  const saving = useMutation({
    mutationFn: async (values: typeof form.values): Promise<string | undefined> => {
      if (!webhook) return (await call(createWebhook, { body: { id, ...values } })).secret
      const { id: webhookId, version } = webhook
      await call(changeWebhook, { params: { webhookId }, body: { version, ...values } })
      return undefined
    },
    onSuccess: async (secret) => {
      await client.invalidateQueries({ queryKey: webhooksQuery.queryKey })
      onDone(secret)
    },
    onError: (error) => {
      form.setErrors(error instanceof CallError ? error.fields : {})
      notify.failure(error)
    },
  })
  const isAll = form.values.events.includes('*')
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit((values) => saving.mutate(values))}>
      <TextInput
        label={m.api_webhook_url()}
        placeholder="https://hooks.example.com/segue"
        maxLength={1000}
        spellCheck={false}
        autoCapitalize="none"
        autoFocus
        {...form.getInputProps('url')}
      />
      <Checkbox
        label={m.api_webhook_all_events()}
        checked={isAll}
        onChange={(event) => form.setFieldValue('events', event.currentTarget.checked ? ['*'] : [])}
      />
      {!isAll && (
        <Checkbox.Group label={m.api_webhook_events()} {...form.getInputProps('events')}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <section className={styles.events} tabIndex={0} aria-label={m.api_webhook_events()}>
            {events.map(({ name, summary }) => (
              <Checkbox key={name} value={name} label={name} description={summary} />
            ))}
          </section>
        </Checkbox.Group>
      )}
      <div className={styles.buttons}>
        <Button type="submit" variant="filled" disabled={saving.isPending} aria-busy={saving.isPending}>
          {webhook ? m.common_save() : m.api_webhook_add()}
        </Button>
        <Button variant="subtle" onClick={() => onDone()}>
          {m.common_cancel()}
        </Button>
      </div>
    </form>
  )
}
