import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import * as m from '#i18n/messages.js'
import { copyText } from '#web/admin/settings/copy-button.tsx'
import styles from './api.module.css'

/** A key or a secret that is not shown again, with the button that copies it; it takes the focus, so that nobody misses it. */
export function ShownOnce({ label, secret, onDone }: { label: string; secret: string; onDone: () => void }) {
  const copy = useRef<HTMLButtonElement>(null)
  useEffect(() => copy.current?.focus(), [])
  return (
    <section className={styles.once} aria-label={label}>
      <p className={styles.note}>{label}</p>
      <code className={styles.secret}>{secret}</code>
      <div className={styles.buttons}>
        <Button ref={copy} variant="filled" onClick={() => void copyText(secret)}>
          {m.api_copy()}
        </Button>
        <Button variant="subtle" onClick={onDone}>
          {m.api_stored()}
        </Button>
      </div>
    </section>
  )
}
