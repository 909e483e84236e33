import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type PreferencesView, unsubscribePush } from '#contracts/notification/preferences.ts'
import * as m from '#i18n/messages.js'
import { useMember } from '#web/admin/session.ts'
import { call } from '#web/lib/call.ts'
import { formatDate } from '#web/lib/format.ts'
import { notify } from '#web/ui/notify.ts'
import styles from './notifications.module.css'
import { canReceivePush, subscribeHere } from './push.ts'
import { preferencesQuery } from './queries.ts'

/** The browsers in which the member receives push messages. */
export function PushDevices({ view }: { view: PreferencesView }) {
  const client = useQueryClient()
  const { user } = useMember()
  const show = (changed: PreferencesView | null) => {
    if (changed) client.setQueryData(preferencesQuery.queryKey, changed)
    else notify.error(m.notification_push_refused())
  }
  const adding = useMutation({
    mutationFn: () => subscribeHere(view.pushKey, user.id),
    onSuccess: show,
    onError: (error) =>
      error instanceof DOMException ? notify.error(m.notification_push_failed()) : notify.failure(error),
  })
  const removing = useMutation({
    mutationFn: (pushSubscriptionId: PreferencesView['pushDevices'][number]['id']) =>
      call(unsubscribePush, { params: { pushSubscriptionId } }),
    onSuccess: show,
    onError: (error) => notify.failure(error),
  })
  return (
    <div className={styles.group}>
      <h3 className={styles.heading}>{m.notification_push_devices()}</h3>
      {view.pushDevices.length === 0 && <p className={styles.note}>{m.notification_push_none()}</p>}
      <ul className={styles.list}>
        {view.pushDevices.map(({ id, device, createdAt }) => (
          <li key={id} className={styles.item}>
            <span>
              {device} <span className={styles.note}>{formatDate(createdAt)}</span>
            </span>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={m.notification_push_remove({ device })}
              onClick={() => removing.mutate(id)}
            >
              {m.notification_remove()}
            </Button>
          </li>
        ))}
      </ul>
      {canReceivePush() ? (
        <Button className={styles.start ?? ''} disabled={adding.isPending} onClick={() => adding.mutate()}>
          {m.notification_push_add()}
        </Button>
      ) : (
        <p className={styles.note}>{m.notification_push_impossible()}</p>
      )}
    </div>
  )
}
