import { type ReactNode, useState } from 'react'
import { Button } from '#web/kit/button.tsx'
import { showToast } from '#web/kit/toast.tsx'
import { failureText } from '#web/lib/failure-text.ts'

/** Adds the next page to a list. A failure says why; the list stays, and the button can be pressed again. */
export function MoreButton({ onMore, children }: { onMore: () => Promise<void>; children: ReactNode }) {
  const [isBusy, setBusy] = useState(false)
  const more = async () => {
    setBusy(true)
    await onMore().catch((error: unknown) => showToast(failureText(error), 'error'))
    setBusy(false)
  }
  return (
    <Button isBusy={isBusy} onClick={() => void more()}>
      {children}
    </Button>
  )
}
