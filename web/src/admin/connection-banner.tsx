import { useNetwork } from '@mantine/hooks'
import { IconCloudOff } from '@tabler/icons-react'
import * as m from '#i18n/messages.js'
import { useDeskLiveState } from './desk-events.ts'
import styles from './shell.module.css'

/** One line above the panel while the device is offline or live events do not arrive. */
export function ConnectionBanner() {
  const { online } = useNetwork()
  const live = useDeskLiveState()
  const text = online ? (live === 'lost' ? m.common_live_lost() : null) : m.common_offline()
  return (
    <div role="status" className={text ? styles.banner : undefined}>
      {text && (
        <>
          <IconCloudOff size={16} stroke={1.5} aria-hidden="true" />
          {text}
        </>
      )}
    </div>
  )
}
