import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiKeyView, revokeApiKey } from '#contracts/api-key/api-key.ts'
import * as m from '#i18n/messages.js'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { Badge } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import { formatDate } from '#web/lib/format.ts'
import { planName } from '#web/lib/plan-name.ts'
import { confirmAction } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notify.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import { formatRelativeInText } from '#web/ui/relative-in-text.ts'
import styles from './api.module.css'
import { NewKey } from './opened-parts.ts'
import { apiKeysQuery } from './queries.ts'
import { ShownOnce } from './shown-once.tsx'

/** The keys of the business, locked where its plan has no access to the API. */
export function ApiKeys() {
  const { data, error, refetch } = useQuery(apiKeysQuery)
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const isLocked = data?.apiAccess.isIncluded === false
  const plan = data ? planName(data.apiAccess.plan) : ''
  return (
    <SettingsCard
      id="api-keys"
      title={m.api_keys()}
      text={isLocked ? m.api_locked_text({ plan }) : m.api_keys_text({ perMinute: data?.perMinute ?? 100 })}
      aside={isLocked ? <Badge tone="waiting">{m.settings_locked({ plan })}</Badge> : null}
    >
      {data ? (
        <>
          {made && <ShownOnce label={m.api_key_once()} secret={made} onDone={() => setMade(null)} />}
          <ul className={styles.list}>
            {data.items.length === 0 && <li className={styles.note}>{m.api_keys_none()}</li>}
            {data.items.map((key) => (
              <KeyRow key={key.id} apiKey={key} />
            ))}
          </ul>
          {isAdding ? (
            <NewKey
              onMade={(key) => {
                setMade(key)
                setAdding(false)
              }}
              onCancel={() => setAdding(false)}
            />
          ) : (
            <Button className={styles.start ?? ''} disabled={isLocked} onClick={() => setAdding(true)}>
              {m.api_key_new()}
            </Button>
          )}
          <p className={styles.note}>
            <a href="/api/docs">{m.api_reference()}</a>
          </p>
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows label={m.common_loading()} rows={2} height={48} />
      )}
    </SettingsCard>
  )
}

function KeyRow({ apiKey }: { apiKey: ApiKeyView }) {
  const client = useQueryClient()
  const { id, name, prefix, scopes, createdBy, createdAt, expiresAt, lastUsedAt, stopped } = apiKey
  const revoke = async () => {
    const isSure = await confirmAction({
      title: m.api_key_revoke_title({ name }),
      body: m.api_key_revoke_text(),
      confirm: m.api_key_revoke(),
      isDanger: true,
    })
    if (!isSure) return
    await call(revokeApiKey, { params: { apiKeyId: id } }).catch(notify.failure)
    await client.invalidateQueries({ queryKey: apiKeysQuery.queryKey })
  }
  return (
    <li className={styles.item}>
      <span className={styles.lines}>
        <strong>{name}</strong>
        <span className={styles.note}>
          <code>{prefix}…</code> · {scopes.join(', ')}
        </span>
        <span className={styles.note}>
          {m.api_key_made({ name: createdBy, day: formatDate(createdAt) })}{' '}
          {lastUsedAt ? m.api_key_used({ at: formatRelativeInText(lastUsedAt) }) : m.api_key_unused()}{' '}
          {expiresAt && !stopped && m.api_key_expires({ day: formatDate(expiresAt) })}
        </span>
        {stopped && (
          <span className={styles.reason}>
            {stopped === 'expired' ? m.api_key_expired({ day: formatDate(expiresAt ?? createdAt) }) : m.api_key_maker()}
          </span>
        )}
      </span>
      <Button size="compact-sm" variant="subtle" color="red" onClick={() => void revoke()}>
        {m.api_key_revoke()}
      </Button>
    </li>
  )
}
