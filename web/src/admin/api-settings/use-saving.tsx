import { Button, Modal } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ApiSettingsView } from '#contracts/provider/api-settings.ts'
import { saveApiSettings } from '#contracts/provider/api-settings.ts'
import * as m from '#i18n/messages.js'
import { CallError, call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { notify } from '#web/ui/notify.ts'
import styles from './api-settings.module.css'
import { changeOf, type Draft, EMPTY, type Faults, faultsFrom } from './draft.ts'
import { changeDraft } from './draft-store.ts'
import { settingsQuery } from './queries.ts'

/** How long a failed save is shown; errors at the fields stay. */
const STATUS_MS = 3000

/** Saves the draft. Unsaved input stays; a save that the server did not confirm opens a dialog. */
export function useSaving(view: ApiSettingsView, draft: Draft) {
  const client = useQueryClient()
  const [faults, setFaults] = useState<Faults>({})
  const [critical, setCritical] = useState<string | null>(null)
  // A value of its own for each failure, so that each is shown for its own time.
  const [failure, setFailure] = useState<object | null>(null)
  const fail = () => setFailure({})
  useEffect(() => {
    if (!failure) return
    const timer = setTimeout(() => setFailure(null), STATUS_MS)
    return () => clearTimeout(timer)
  }, [failure])
  const mutation = useMutation({
    mutationFn: ({ change }: ReturnType<typeof changeOf>) => call(saveApiSettings, { body: change }),
    onSuccess: async (saved) => {
      // A read that is running may be older than the saved values.
      await client.cancelQueries({ queryKey: settingsQuery.queryKey })
      client.setQueryData(settingsQuery.queryKey, saved)
      changeDraft((now) => (now === draft ? EMPTY : now))
      setFaults({})
      notify.success(m.provider_saved())
    },
    onError: (error, { change }) => {
      fail()
      const isRefused = error instanceof CallError && ['invalid_input', 'forbidden'].includes(error.code)
      if (isRefused) setFaults(faultsFrom(error.fields, change))
      else setCritical(error instanceof CallError && error.reason === 'not_saved' ? '' : failureText(error))
    },
  })
  const save = () => {
    const made = changeOf(view, draft)
    setFaults(made.faults)
    if (Object.keys(made.faults).length > 0) fail()
    else mutation.mutate(made)
  }
  return {
    faults,
    problem: failure ? m.provider_save_failed() : null,
    isSaving: mutation.isPending,
    save,
    discard: () => {
      setFaults({})
      changeDraft(() => EMPTY)
    },
    dialog: <CriticalDialog reason={critical} onClose={() => setCritical(null)} />,
  }
}

/** Alert dialog of a failed save. `reason`: why, where it is known. */
function CriticalDialog({ reason, onClose }: { reason: string | null; onClose: () => void }) {
  return (
    <Modal
      opened={reason !== null}
      onClose={onClose}
      title={m.provider_save_critical_title()}
      closeButtonProps={{ 'aria-label': m.common_close() }}
      size={480}
    >
      <p className={styles.critical}>{m.provider_save_critical()}</p>
      <p className={styles.help}>
        {reason} {m.provider_save_kept()}
      </p>
      <div className={styles.dialogActions}>
        <Button variant="filled" data-autofocus onClick={onClose}>
          {m.common_close()}
        </Button>
      </div>
    </Modal>
  )
}
