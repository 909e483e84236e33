import { Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import * as m from '#i18n/messages.js'
import { CallError } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import styles from './type-dialog.module.css'

type Props = {
  title: string
  text: string
  /** What is to be typed. */
  label: string
  maxLength: number
  confirm: string
  /** Instead of `confirm` while it is done. */
  busy?: string
  /** Gives whether it was done; else the dialog stays open, with the text as it was typed. */
  onConfirm: (typed: string) => Promise<boolean>
  onClose: () => void
}

/** Asks for a name or an address to be typed before something is done for good. */
export function TypeDialog({ title, text, label, maxLength, confirm, busy, onConfirm, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      if (await onConfirm(typed)) return
    } catch (failure) {
      setError((failure instanceof CallError && failure.fields.confirmation) || failureText(failure))
    }
    setBusy(false)
  }
  return (
    <Modal opened onClose={onClose} title={title} size={480} closeButtonProps={{ 'aria-label': m.common_close() }}>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <p>{text}</p>
        <TextInput
          data-autofocus
          label={label}
          value={typed}
          maxLength={maxLength}
          autoComplete="off"
          error={error}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setError(null)
          }}
        />
        <div className={styles.answers}>
          <Button onClick={onClose} disabled={isBusy}>
            {m.common_cancel()}
          </Button>
          <Button type="submit" variant="filled" color="red" disabled={isBusy} aria-busy={isBusy}>
            {(isBusy && busy) || confirm}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
