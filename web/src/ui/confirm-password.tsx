import { useSyncExternalStore } from 'react'
import { lazyDialog } from '#web/kit/lazy-part.tsx'
import { CallError } from '#web/lib/call.ts'

export type ConfirmPasswordProps = { isOpen: boolean; onDone: () => void; onClose: () => void }

let asked: ((isConfirmed: boolean) => void) | null = null
const watchers = new Set<() => void>()

function change(next: typeof asked): void {
  asked = next
  for (const watcher of watchers) watcher()
}

const askForPassword = (): Promise<boolean> => {
  asked?.(false)
  return new Promise((resolve) => change(resolve))
}

/**
 * Runs a dangerous act. Where the server wants a fresh sign-in for it, a dialog asks for the password, and the act is run again. Gives null when
 * the person cancelled; throws what the act throws.
 */
export async function withFreshSignIn<T>(act: () => Promise<T>): Promise<T | null> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof CallError) || error.reason !== 'stale_sign_in') throw error
    return (await askForPassword()) ? act() : null
  }
}

/** Its code is loaded with the first question. */
const ConfirmPasswordDialog = lazyDialog(
  async () => (await import('./confirm-password-dialog.tsx')).ConfirmPasswordDialog,
)

/** Renders the question for the password; once per page. */
export function ConfirmPasswordHost() {
  const open = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => asked,
  )
  const answer = (isConfirmed: boolean) => {
    open?.(isConfirmed)
    change(null)
  }
  return <ConfirmPasswordDialog isOpen={open !== null} onDone={() => answer(true)} onClose={() => answer(false)} />
}
