import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type OutgoingChannel, sendChannelTest } from '#contracts/notification/preferences.ts'
import * as m from '#i18n/messages.js'
import { call } from '#web/lib/call.ts'
import { notify } from '#web/ui/notify.ts'
import { channelLabels } from './labels.ts'
import styles from './notifications.module.css'

/** Sends the member a test by a channel. */
export function TestButton({ channel, isReady }: { channel: OutgoingChannel; isReady: boolean }) {
  const test = useMutation({
    mutationFn: () => call(sendChannelTest, { body: { channel } }),
    onSuccess: ({ to }) => notify.success(m.notification_test_queued({ to })),
    onError: (error) => notify.failure(error),
  })
  return (
    <Button className={styles.start ?? ''} disabled={!isReady || test.isPending} onClick={() => test.mutate()}>
      {m.notification_test_by({ channel: channelLabels[channel]() })}
    </Button>
  )
}
