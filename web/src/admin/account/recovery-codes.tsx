import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import * as m from '#i18n/messages.js'
import { notify } from '#web/ui/notify.ts'
import styles from './account.module.css'

/** The recovery codes, shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const text = useRef<HTMLParagraphElement>(null)
  // The form that had the focus is gone.
  useEffect(() => text.current?.focus(), [])
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => notify.success(m.account_codes_copied()),
      () => notify.error(m.account_codes_not_copied()),
    )
  return (
    <>
      <p ref={text} tabIndex={-1} className={styles.text}>
        {m.account_codes_text()}
      </p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button onClick={() => void copy()}>{m.account_codes_copy()}</Button>
        <Button variant="filled" onClick={onDone}>
          {m.account_codes_done()}
        </Button>
      </div>
    </>
  )
}
