import { useQueryClient } from '@tanstack/react-query'
import { type DataImportView, undoDataImport } from '#contracts/data-import/data-import.ts'
import * as m from '#i18n/messages.js'
import { call } from '#web/lib/call.ts'
import { TypeDialog } from '#web/ui/type-dialog.tsx'
import { importsKey } from './queries.ts'

/** Asks for the name of the file to be typed before an import is taken back. */
export function UndoDialog({ view, onClose }: { view: DataImportView; onClose: () => void }) {
  const client = useQueryClient()
  const undo = async (confirmation: string): Promise<boolean> => {
    await call(undoDataImport, { params: { dataImportId: view.id }, body: { confirmation } })
    await client.invalidateQueries({ queryKey: importsKey })
    onClose()
    return true
  }
  return (
    <TypeDialog
      title={m.data_import_undo_title()}
      text={m.data_import_undo_text()}
      label={m.data_import_undo_type({ name: view.name })}
      maxLength={300}
      confirm={m.data_import_undo()}
      onConfirm={undo}
      onClose={onClose}
    />
  )
}
