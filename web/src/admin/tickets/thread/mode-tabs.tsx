import * as m from '#i18n/messages.js'
import styles from './composer.module.css'
import type { Mode } from './draft.ts'

/** Switches between the reply to the customer and the internal note. */
export function ModeTabs({ mode, onMode }: { mode: Mode; onMode: (mode: Mode) => void }) {
  const tabs: [Mode, string][] = [
    ['reply', m.ticket_tab_reply()],
    ['note', m.ticket_tab_note()],
  ]
  return (
    <div className={styles.tabs} role="tablist" aria-label={m.ticket_composer()}>
      {tabs.map(([value, label]) => (
        <button
          key={value}
          type="button"
          role="tab"
          className={styles.tab}
          aria-selected={value === mode}
          tabIndex={value === mode ? 0 : -1}
          onClick={() => onMode(value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
            event.preventDefault()
            onMode(mode === 'reply' ? 'note' : 'reply')
          }}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
