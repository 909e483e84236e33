import { IconBolt, IconX } from '@tabler/icons-react'
import * as m from '#i18n/messages.js'
import styles from './macros.module.css'
import type { ChosenMacro } from './picker.tsx'

/** What a macro changes when the message is sent; it can be taken away, and the text stays. */
export function ChosenMacroLine({ macro, onRemove }: { macro: ChosenMacro; onRemove: () => void }) {
  return (
    <p className={styles.chosen}>
      <IconBolt size={14} stroke={1.75} aria-hidden="true" />
      <span className={styles.chosenText}>{m.macro_on_send({ actions: macro.does.join(' · ') })}</span>
      <button type="button" aria-label={m.macro_remove({ name: macro.name })} onClick={onRemove}>
        <IconX size={14} stroke={2} />
      </button>
    </p>
  )
}
