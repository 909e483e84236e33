import { failureText } from '#web/lib/failure-text.ts'
import { withFreshSignIn } from '#web/ui/confirm-password.tsx'
import { notify } from '#web/ui/notify.ts'
import { queryClient } from '#web/ui/provider.tsx'

/** Everything the panel has read. */
export const ownerKey = ['owner'] as const

type Messages = {
  /** Shown when the act is done. */
  done?: string
  /** The text of a failure; without it the server's own. */
  failed?: (message: string) => string
}

/**
 * Runs an act of the platform owner, where need be after a question for the password, and reads the panel's lists again. Gives null for an
 * act that failed, which is shown, or was cancelled.
 */
export async function runAct<T>(act: () => Promise<T>, { done, failed }: Messages = {}): Promise<T | null> {
  try {
    const result = await withFreshSignIn(act)
    if (result === null) return null
    if (done) notify.success(done)
    await queryClient.invalidateQueries({ queryKey: ownerKey })
    return result
  } catch (error) {
    notify.error(failed ? failed(failureText(error)) : failureText(error))
    return null
  }
}

/** Copies a text and says so. */
export async function copyText(text: string, done: string, failed: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify.success(done)
  } catch {
    notify.error(failed)
  }
}
