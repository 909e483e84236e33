import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as m from '#i18n/messages.js'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { Badge } from '#web/kit/surface.tsx'
import { planName } from '#web/lib/plan-name.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import styles from './api.module.css'
import { WebhookForm } from './opened-parts.ts'
import { webhooksQuery } from './queries.ts'
import { ShownOnce } from './shown-once.tsx'
import { WebhookRow } from './webhook-row.tsx'

/** The addresses of the business that are told of events, locked where its plan has no access to the API. */
export function Webhooks() {
  const { data, error, refetch } = useQuery(webhooksQuery)
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const isLocked = data?.apiAccess.isIncluded === false
  const plan = data ? planName(data.apiAccess.plan) : ''
  return (
    <SettingsCard
      id="webhooks"
      title={m.api_webhooks()}
      text={isLocked ? m.api_locked_text({ plan }) : m.api_webhooks_text()}
      aside={isLocked ? <Badge tone="waiting">{m.settings_locked({ plan })}</Badge> : null}
    >
      {data ? (
        <>
          {secret && <ShownOnce label={m.api_webhook_secret_once()} secret={secret} onDone={() => setSecret(null)} />}
          <ul className={styles.list}>
            {data.items.length === 0 && <li className={styles.note}>{m.api_webhooks_none()}</li>}
            {data.items.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} events={data.events} onSecret={setSecret} />
            ))}
          </ul>
          {isAdding ? (
            <WebhookForm
              events={data.events}
              onDone={(made) => {
                setAdding(false)
                if (made) setSecret(made)
              }}
            />
          ) : (
            <Button className={styles.start ?? ''} disabled={isLocked} onClick={() => setAdding(true)}>
              {m.api_webhook_add()}
            </Button>
          )}
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows label={m.common_loading()} rows={2} height={48} />
      )}
    </SettingsCard>
  )
}
