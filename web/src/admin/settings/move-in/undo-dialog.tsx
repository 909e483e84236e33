import { Button, Modal, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type DataImportView, undoDataImport } from '#contracts/data-import/data-import.ts'
import * as m from '#i18n/messages.js'
import { CallError, call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import styles from './move-in.module.css'
import { importsKey } from './queries.ts'

/** Asks for the name of the file to be typed before an import is taken back. */
export function UndoDialog({ view, onClose }: { view: DataImportView; onClose: () => void }) {
  const client = useQueryClient()
  const [confirmation, setConfirmation] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const undo = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await call(undoDataImport, { params: { dataImportId: view.id }, body: { confirmation } })
      await client.invalidateQueries({ queryKey: importsKey })
      onClose()
    } catch (failure) {
      setError((failure instanceof CallError && failure.fields.confirmation) || failureText(failure))
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={m.data_import_undo_title()}
      size={480}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      <form className={styles.form} noValidate onSubmit={(event) => void undo(event)}>
        <p>{m.data_import_undo_text()}</p>
        <TextInput
          data-autofocus
          label={m.data_import_undo_type({ name: view.name })}
          value={confirmation}
          maxLength={300}
          autoComplete="off"
          error={error}
          onChange={(event) => {
            setConfirmation(event.currentTarget.value)
            setError(null)
          }}
        />
        <div className={styles.actions}>
          <Button onClick={onClose} disabled={isBusy}>
            {m.common_cancel()}
          </Button>
          <Button type="submit" variant="filled" color="red" disabled={isBusy} aria-busy={isBusy}>
            {m.data_import_undo()}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
