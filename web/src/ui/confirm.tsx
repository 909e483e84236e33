import { lazy, type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react'
import * as m from '#i18n/messages.js'
import { notify } from './notify.ts'

export type Question = {
  /** Names the thing: "Delete ticket #12?" */
  title: string
  /** What is lost. */
  body: ReactNode
  /** The verb on the button. */
  confirm: string
  isDanger?: boolean
}

export type ConfirmDialogProps = { open: boolean; question: Question; answer: (yes: boolean) => void }

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

/** Its code is loaded with the first question. */
const ConfirmDialog = lazy(() =>
  import('./confirm-dialog.tsx').then(
    (part) => ({ default: part.ConfirmDialog }),
    () => ({ default: Unavailable }),
  ),
)

/** Nothing is done without a confirmation. */
function Unavailable({ open, answer }: ConfirmDialogProps): ReactNode {
  useEffect(() => {
    if (!open) return
    answer(false)
    notify.error(m.common_error_offline())
  })
  return null
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
  if (!shown) return null
  return (
    <Suspense>
      <ConfirmDialog open={open !== null} question={shown} answer={answer} />
    </Suspense>
  )
}
