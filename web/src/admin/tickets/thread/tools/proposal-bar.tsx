import * as m from '#i18n/messages.js'
import styles from './tools.module.css'
import type { Proposed } from './use-proposal.ts'

type BarProps = { proposal: Proposed; onUndo: () => void; onKeep: () => void }

/** Says that the text is a model's, what to check in it, and takes it back. */
export function ProposalBar({ proposal: { model, newFigures }, onUndo, onKeep }: BarProps) {
  return (
    <div className={styles.bar}>
      <p className={styles.text}>
        {m.composer_proposal({ model })}
        {newFigures.length > 0 && ` ${m.composer_proposal_check({ figures: newFigures.join(', ') })}`}
      </p>
      <button type="button" className={styles.answer} onClick={onUndo}>
        {m.composer_undo()}
      </button>
      <button type="button" className={styles.answer} onClick={onKeep}>
        {m.composer_proposal_keep()}
      </button>
    </div>
  )
}
