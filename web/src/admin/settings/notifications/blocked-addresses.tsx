import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplyOf } from '#contracts/endpoint.ts'
import { blockAddress, type listBlockedAddresses, unblockAddress } from '#contracts/notification/outbox.ts'
import * as m from '#i18n/messages.js'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { notify } from '#web/ui/notify.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import styles from './notifications.module.css'
import { blocksQuery } from './queries.ts'

/** Addresses that get no mail of the business. */
export function BlockedAddresses() {
  const client = useQueryClient()
  const [address, setAddress] = useState('')
  const { data, error, refetch } = useQuery(blocksQuery)
  const show = (changed: ReplyOf<typeof listBlockedAddresses>) => client.setQueryData(blocksQuery.queryKey, changed)
  const adding = useMutation({
    mutationFn: () => call(blockAddress, { body: { address } }),
    onSuccess: (changed) => {
      show(changed)
      setAddress('')
    },
  })
  const removing = useMutation({
    mutationFn: (blocked: string) => call(unblockAddress, { query: { address: blocked } }),
    onSuccess: show,
    onError: (failure) => notify.failure(failure),
  })
  return (
    <SettingsCard id="mail-blocks" title={m.notification_blocks()} text={m.notification_blocks_text()}>
      <form
        className={styles.line}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          adding.mutate()
        }}
      >
        <TextInput
          type="email"
          label={m.notification_blocks_address()}
          value={address}
          error={adding.error ? failureText(adding.error) : null}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <Button type="submit" disabled={adding.isPending || address.trim() === ''}>
          {m.notification_blocks_add()}
        </Button>
      </form>
      {data ? (
        <ul className={styles.list}>
          {data.items.length === 0 && <li className={styles.note}>{m.notification_blocks_none()}</li>}
          {data.items.map((one) => (
            <li key={one.address} className={styles.item}>
              <span className={styles.lines}>{one.address}</span>
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={m.notification_blocks_remove({ address: one.address })}
                onClick={() => removing.mutate(one.address)}
              >
                {m.notification_remove()}
              </Button>
            </li>
          ))}
        </ul>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows label={m.common_loading()} rows={3} height={44} />
      )}
    </SettingsCard>
  )
}
