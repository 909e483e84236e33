import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import * as m from '#i18n/messages.js'
import type { ConfirmDialogProps } from './confirm.tsx'
import styles from './ui.module.css'

/** Asks one question; Cancel has the focus. */
export function ConfirmDialog({ open, question, answer }: ConfirmDialogProps): ReactNode {
  return (
    <Modal
      opened={open}
      onClose={() => answer(false)}
      title={question.title}
      closeButtonProps={{ 'aria-label': m.common_close() }}
      size={440}
      // Above a drawer that asks for a confirmation.
      zIndex={300}
    >
      <div className={styles.question}>{question.body}</div>
      <div className={styles.answers}>
        <Button data-autofocus onClick={() => answer(false)}>
          {m.common_cancel()}
        </Button>
        <Button variant="filled" {...(question.isDanger ? { color: 'red' } : {})} onClick={() => answer(true)}>
          {question.confirm}
        </Button>
      </div>
    </Modal>
  )
}
