import { useState } from 'react'
import { startCheckout } from '#contracts/billing/checkout.ts'
import { showToast } from '#web/kit/toast.tsx'
import { call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'

/** Opens the checkout of a plan in a new tab; in this one where the browser allows no new tab. `busy` is the plan that is being opened. */
export function useCheckout() {
  const [busy, setBusy] = useState<string | null>(null)
  const open = async (plan: string) => {
    if (busy) return
    setBusy(plan)
    // Before the call: after it the browser would block the tab as not asked for.
    const tab = window.open('', '_blank')
    try {
      const { url } = await call(startCheckout, { body: { plan } })
      if (tab) {
        tab.opener = null
        tab.location.href = url
      } else location.assign(url)
    } catch (error) {
      tab?.close()
      showToast(failureText(error), 'error')
    } finally {
      setBusy(null)
    }
  }
  return { busy, open }
}
