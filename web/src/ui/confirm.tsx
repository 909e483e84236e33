import { type ReactNode, useSyncExternalStore } from 'react'
import { lazyDialog } from '#web/kit/lazy-part.tsx'

export type Question = {
  /** Names the thing: "Delete ticket #12?" */
  title: string
  /** What is lost. */
  body: ReactNode
  /** The verb on the button. */
  confirm: string
  isDanger?: boolean
}

export type ConfirmDialogProps = {
  isOpen: boolean
  question: Question
  onConfirm: () => void
  onClose: () => void
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

/** Its code is loaded with the first question. Where it cannot be, nothing is confirmed. */
const ConfirmDialog = lazyDialog(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog)

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
  if (!shown) return null
  return (
    <ConfirmDialog
      isOpen={open !== null}
      question={shown}
      onConfirm={() => answer(true)}
      onClose={() => answer(false)}
    />
  )
}
