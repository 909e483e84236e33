import { useEffect, useEffectEvent } from 'react'
import * as m from '#i18n/messages.js'
import { classes } from '#web/lib/classes.ts'
import { Keys } from '#web/ui/parts.tsx'
import { Attachments } from './files.tsx'
import styles from './message.module.css'
import type { Outgoing } from './outgoing-messages.ts'

export type UnsentProps = { one: Outgoing; onUndo: () => void; onRetry: () => void; onDiscard: () => void }

/** A message that is not on the server yet: held for some seconds with Undo, being sent, waiting for a connection, or failed with Retry. */
export function UnsentMessage({ one, onUndo, onRetry, onDiscard }: UnsentProps) {
  const { state } = one
  return (
    <article className={classes(styles.message, styles[one.visibility === 'note' ? 'note' : 'member'], styles.first)}>
      <div className={styles.column}>
        <div className={classes(styles.bubble, state === 'failed' ? styles.failed : styles.going)}>
          {one.body && <p className={styles.plain}>{one.body}</p>}
          <Attachments files={one.files} />
        </div>
        <footer className={styles.foot} role={state === 'failed' ? 'alert' : 'status'}>
          {one.cc && one.cc.length > 0 && <span>{m.ticket_mail_cc({ people: one.cc.join(', ') })}</span>}
          {state === 'held' && <Held onUndo={onUndo} />}
          {state === 'sending' && m.ticket_sending()}
          {state === 'waiting' && <span>{m.composer_waiting()}</span>}
          {state === 'failed' && (
            <span className={styles.error}>
              {m.ticket_not_sent()} {one.error}
            </span>
          )}
          {(state === 'waiting' || state === 'failed') && (
            <>
              <button type="button" className={styles.link} onClick={onRetry}>
                {m.common_retry()}
              </button>
              <button type="button" className={styles.link} onClick={onDiscard}>
                {m.common_discard()}
              </button>
            </>
          )}
        </footer>
      </div>
    </article>
  )
}

function Held({ onUndo }: { onUndo: () => void }) {
  const undo = useEffectEvent(onUndo)
  useEffect(() => {
    // Before all other shortcuts: Z and Escape have other uses while nothing is held.
    const listen = (event: KeyboardEvent) => {
      if (!isUndo(event)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      undo()
    }
    addEventListener('keydown', listen, true)
    return () => removeEventListener('keydown', listen, true)
  }, [])
  return (
    <>
      {m.ticket_sending()}
      <button type="button" className={styles.link} onClick={onUndo}>
        {m.composer_undo()}
      </button>
      <span className={styles.keys} aria-hidden="true">
        <Keys keys={['Z']} /> <Keys keys={['Esc']} />
      </span>
    </>
  )
}

/** Z or Escape, and Ctrl Z; within a field only while it is empty, and without what would be typed. */
function isUndo({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (altKey || document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]')) return false
  const field = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target : null
  if (field && field.value !== '') return false
  const isZ = key.toLowerCase() === 'z'
  return ctrlKey || metaKey ? isZ : key === 'Escape' || (isZ && !field)
}
