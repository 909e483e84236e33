import { Button, Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import * as m from '#i18n/messages.js'
import styles from './panel.module.css'

type FormProps = {
  title: string
  text: string
  submit: string
  isDanger?: boolean
  children?: ReactNode
  onSubmit: (reason: string) => Promise<unknown>
}

/** A form for an act on a business; it wants a reason, which the audit log keeps. */
export function ActForm({ title, text, submit, isDanger, children, onSubmit }: FormProps) {
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    if (await onSubmit(reason)) setReason('')
    setBusy(false)
  }
  return (
    <form
      className={styles.form}
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <h3>{title}</h3>
      <p className={styles.intro}>{text}</p>
      {children}
      <Textarea
        label={m.owner_reason()}
        description={m.owner_reason_help()}
        maxLength={300}
        required
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" {...(isDanger ? { color: 'red' } : {})} disabled={isBusy || reason.trim() === ''}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
