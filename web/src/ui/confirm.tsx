import { Button, Modal } from '@mantine/core'
import { type ReactNode, useSyncExternalStore } from 'react'
import * as m from '#i18n/messages.js'
import styles from './ui.module.css'

type Question = {
  /** Names the thing: "Delete ticket #12?" */
  title: string
  /** What is lost. */
  body: ReactNode
  /** The verb on the button. */
  confirm: string
  isDanger?: boolean
}

let asked: (Question & { answer: (yes: boolean) => void }) | null = null
let shown: Question | null = null
const watchers = new Set<() => void>()

function change(next: typeof asked): void {
  asked = next
  if (next) shown = next
  for (const watcher of watchers) watcher()
}

/** Asks before an action that cannot be undone. True when it is confirmed. */
export function confirmAction(question: Question): Promise<boolean> {
  asked?.answer(false)
  return new Promise((resolve) => change({ ...question, answer: resolve }))
}

let isSettling = false

/** Whether a confirmation is open; a drawer below it then ignores the Escape key. */
export function isConfirming(): boolean {
  return asked !== null || isSettling
}

/** Renders confirmations; once per page. The text stays during the closing animation. */
export function ConfirmHost() {
  const open = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => asked,
  )
  const answer = (yes: boolean) => {
    open?.answer(yes)
    isSettling = true
    setTimeout(() => {
      isSettling = false
    })
    change(null)
  }
  return (
    <Modal
      opened={open !== null}
      onClose={() => answer(false)}
      title={shown?.title}
      closeButtonProps={{ 'aria-label': m.common_close() }}
      size={440}
      // Above a drawer that asks for a confirmation.
      zIndex={300}
    >
      <div className={styles.question}>{shown?.body}</div>
      <div className={styles.answers}>
        <Button data-autofocus onClick={() => answer(false)}>
          {m.common_cancel()}
        </Button>
        <Button variant="filled" {...(shown?.isDanger ? { color: 'red' } : {})} onClick={() => answer(true)}>
          {shown?.confirm}
        </Button>
      </div>
    </Modal>
  )
}
