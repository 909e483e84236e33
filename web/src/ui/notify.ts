import { showToast } from '#web/kit/toast.tsx'
import { failureText } from '#web/lib/failure-text.ts'

/** Toasts of the desk: 3 s, bottom right; 10 s with `undo`, where it can be undone. */
export const notify = {
  success: (message: string, undo?: () => void) => showToast(message, 'success', undo),
  info: (message: string) => showToast(message, 'info'),
  error: (message: string) => showToast(message, 'error'),
  /** A failed call, with its error text. */
  failure: (error: unknown) => showToast(failureText(error), 'error'),
}
