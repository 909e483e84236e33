import { CloseButton } from '@mantine/core'
import { IconShieldHalf } from '@tabler/icons-react'
import { useState } from 'react'
import type { FloodKind } from '#contracts/tenant/flood.ts'
import * as m from '#i18n/messages.js'
import { useDeskEvents } from './desk-events.ts'
import styles from './shell.module.css'

const TEXTS: Record<FloodKind, () => string> = {
  tickets: m.desk_flood_tickets,
  writes: m.desk_flood_writes,
  uploads: m.desk_flood_uploads,
  storage: m.desk_flood_storage,
  share: m.desk_flood_share,
}

/** A line above the panel when requests of guests begin to be held back, until a member closes it. */
export function FloodBanner() {
  const [what, setWhat] = useState<FloodKind | null>(null)
  useDeskEvents((event) => {
    if (event.type === 'flood.held_back') setWhat(event.what)
  })
  return (
    <div role="status" className={what ? styles.banner : undefined}>
      {what && (
        <>
          <IconShieldHalf size={16} stroke={1.5} aria-hidden="true" />
          {TEXTS[what]()}
          <CloseButton size="sm" aria-label={m.common_close()} onClick={() => setWhat(null)} />
        </>
      )}
    </div>
  )
}
