import { IconLanguage, IconX } from '@tabler/icons-react'
import * as m from '#i18n/messages.js'
import styles from './translation.module.css'

/** The member's own text of a reply that is sent translated; without it the translation is sent alone. */
export function OriginalLine({ original, onRemove }: { original: string; onRemove: () => void }) {
  return (
    <p className={styles.original}>
      <IconLanguage size={14} stroke={1.75} aria-hidden="true" />
      <span className={styles.originalText} title={original}>
        {m.translation_reply_original({ text: original })}
      </span>
      <button type="button" aria-label={m.translation_remove_original()} onClick={onRemove}>
        <IconX size={14} stroke={2} />
      </button>
    </p>
  )
}
