import { useEffect, useRef, useState } from 'react'
import type { PortalView } from '#contracts/tenant/portal.ts'
import { confirmEmail } from '#contracts/ticket/guest-ticket.ts'
import * as m from '#i18n/messages.js'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import { CallError, call } from '#web/lib/call.ts'
import { asGuest } from '#web/portal/guest-session.ts'
import { goTo } from '#web/portal/portal-location.ts'
import styles from './confirm-email.module.css'
import { forgetToken } from './confirmation-token.ts'

type Outcome = { kind: 'asked' | 'busy' } | { kind: 'failed'; text: string } | Confirmed
type Confirmed = { kind: 'confirmed'; number: number; conversationId: string | null }

type ConfirmEmailProps = { portal: PortalView; token: string; onClose: () => void }

/**
 * Asks who opened the link of a mail whether the request was theirs. By a button and not by opening the page, because mail programs
 * open links to check them.
 */
export function ConfirmEmail({ portal, token, onClose }: ConfirmEmailProps) {
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'asked' })
  const text = useRef<HTMLParagraphElement>(null)
  // The question, and the result where the button with the focus is gone.
  const { kind } = outcome
  useEffect(() => {
    if (kind !== 'busy') text.current?.focus()
  }, [kind])
  const close = () => {
    forgetToken()
    onClose()
  }
  const confirm = async () => {
    setOutcome({ kind: 'busy' })
    const input = { params: { slug: portal.slug }, body: { token } }
    try {
      const confirmed = await asGuest(portal.slug, () => call(confirmEmail, input))
      forgetToken()
      setOutcome({ kind: 'confirmed', ...confirmed })
    } catch (error) {
      setOutcome({ kind: 'failed', text: error instanceof CallError ? error.message : m.portal_confirm_failed() })
    }
  }
  return (
    <Dialog
      isOpen
      title={m.portal_confirm_title()}
      onClose={close}
      actions={<Actions outcome={outcome} onConfirm={confirm} onClose={close} />}
    >
      <p ref={text} className={styles.text} tabIndex={-1} role="status">
        {textOf(outcome, portal)}
      </p>
    </Dialog>
  )
}

function textOf(outcome: Outcome, portal: PortalView): string {
  if (outcome.kind === 'failed') return outcome.text
  if (outcome.kind === 'confirmed') return m.portal_confirm_done({ number: outcome.number })
  return m.portal_confirm_question({ business: portal.name })
}

type ActionsProps = { outcome: Outcome; onConfirm: () => void; onClose: () => void }

function Actions({ outcome, onConfirm, onClose }: ActionsProps) {
  if (outcome.kind !== 'confirmed') {
    return (
      <>
        <Button onClick={onClose}>{m.portal_confirm_no()}</Button>
        <Button
          variant="primary"
          isBusy={outcome.kind === 'busy'}
          busyLabel={m.portal_confirm_busy()}
          onClick={onConfirm}
        >
          {m.portal_confirm_yes()}
        </Button>
      </>
    )
  }
  const { conversationId } = outcome
  if (!conversationId) return <Button onClick={onClose}>{m.common_close()}</Button>
  const open = () => {
    onClose()
    goTo({ chat: conversationId })
  }
  return (
    <Button variant="primary" onClick={open}>
      {m.portal_confirm_open()}
    </Button>
  )
}
