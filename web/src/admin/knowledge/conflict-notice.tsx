import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import * as m from '#i18n/messages.js'
import styles from './conflict-notice.module.css'

/** Shown where a save was refused because somebody else changed the row meanwhile: their version, or the typed one on top of it. */
export function ConflictNotice({ onTheirs, onMine }: { onTheirs: () => void; onMine: () => void }) {
  const notice = useRef<HTMLDivElement>(null)
  // A long form ends below the screen's edge: without this a refused save would show nothing.
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={notice} className={styles.conflict} role="alert">
      <p>{m.knowledge_conflict()}</p>
      <Button size="xs" onClick={onTheirs}>
        {m.knowledge_conflict_theirs()}
      </Button>
      <Button size="xs" onClick={onMine}>
        {m.knowledge_conflict_mine()}
      </Button>
    </div>
  )
}
