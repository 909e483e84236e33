import { IconBell, IconX } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { AlertView } from '#contracts/notification/alert.ts'
import * as m from '#i18n/messages.js'
import { SectionLink } from '#web/admin/section-link.tsx'
import styles from './alerts.module.css'
import { alertText, targetOf } from './texts.ts'

const SHOWN_MS = 8000

/** What came just now, over the open screen, for eight seconds; hovering or focusing it holds it. */
export function AlertToasts({ alerts, onClose }: { alerts: readonly AlertView[]; onClose: () => void }) {
  const region = useRef<HTMLElement>(null)
  const [isHeld, setHeld] = useHold(region)
  const close = () => {
    // The focus goes with what closes: on to the page, not to its beginning.
    if (region.current?.contains(document.activeElement)) document.getElementById('content')?.focus()
    setHeld(false)
    onClose()
  }
  useEffect(() => {
    if (alerts.length === 0 || isHeld) return
    const timer = setTimeout(onClose, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [alerts, isHeld, onClose])
  return (
    <section ref={region} className={styles.toasts} aria-live="polite" aria-label={m.alert_new()}>
      {alerts.map((alert) => (
        <div key={alert.id} className={styles.toast}>
          <IconBell size={18} stroke={1.5} aria-hidden="true" />
          {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the link inside has the keyboard */}
          <span className={styles.lines} onClick={close}>
            <SectionLink {...targetOf(alert)} className={styles.title}>
              {alertText(alert)}
            </SectionLink>
            {alert.ticket && (
              <span className={styles.about}>
                {m.alert_ticket({ number: alert.ticket.number, subject: alert.ticket.subject })}
              </span>
            )}
          </span>
          <button type="button" className={styles.close} aria-label={m.common_close()} onClick={close}>
            <IconX size={16} stroke={1.5} aria-hidden="true" />
          </button>
        </div>
      ))}
    </section>
  )
}

/** Whether the pointer or the focus is inside. */
function useHold(region: RefObject<HTMLElement | null>): [isHeld: boolean, setHeld: (isHeld: boolean) => void] {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    const element = region.current
    if (!element) return
    const changes = [
      ['pointerover', true],
      ['pointerout', false],
      ['focusin', true],
      ['focusout', false],
    ] as const
    const stops = changes.map(([name, next]) => {
      const follow = () => setHeld(next)
      element.addEventListener(name, follow)
      return () => element.removeEventListener(name, follow)
    })
    return () => {
      for (const stop of stops) stop()
    }
  }, [region])
  return [isHeld, setHeld]
}
