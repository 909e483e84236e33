import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import * as m from '#i18n/messages.js'
import type { ConfirmDialogProps } from './confirm.tsx'
import styles from './ui.module.css'

/** Asks one question; Cancel has the focus. */
export function ConfirmDialog({ isOpen, question, onConfirm, onClose }: ConfirmDialogProps): ReactNode {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={question.title}
      closeButtonProps={{ 'aria-label': m.common_close() }}
      size={440}
      // Above a drawer that asks for a confirmation.
      zIndex={300}
    >
      <div className={styles.question}>{question.body}</div>
      <div className={styles.answers}>
        <Button data-autofocus onClick={onClose}>
          {m.common_cancel()}
        </Button>
        <Button variant="filled" {...(question.isDanger ? { color: 'red' } : {})} onClick={onConfirm}>
          {question.confirm}
        </Button>
      </div>
    </Modal>
  )
}
