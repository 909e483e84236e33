import { Button } from '@mantine/core'
import * as m from '#i18n/messages.js'
import styles from './conflict-notice.module.css'

/** Shown where a save was refused because somebody else changed the row meanwhile: their version, or the typed one on top of it. */
export function ConflictNotice({ onTheirs, onMine }: { onTheirs: () => void; onMine: () => void }) {
  return (
    <div className={styles.conflict} role="alert">
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
