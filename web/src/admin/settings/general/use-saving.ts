import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiSettingsView, saveApiSettings } from '#contracts/provider/api-settings.ts'
import { type SettingsView, saveSettings } from '#contracts/tenant/settings.ts'
import * as m from '#i18n/messages.js'
import { settingsQuery as providersQuery } from '#web/admin/api-settings/queries.ts'
import { settingsQuery } from '#web/admin/settings/queries.ts'
import { saveWithRetries } from '#web/admin/settings/save-with-retries.ts'
import { CallError, call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { notify } from '#web/ui/notify.ts'
import { changedParts, changeOf, type Draft, EMPTY, type ModelDraft } from './draft.ts'

/** Saves the draft. What was typed stays until the server has confirmed it. */
export function useSaving(
  view: SettingsView,
  providers: ApiSettingsView | undefined,
  draft: Draft,
  setDraft: (next: Draft) => void,
) {
  const client = useQueryClient()
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [conflict, setConflict] = useState<string[] | null>(null)
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    setProblem(null)
    setFaults({})
    try {
      const change = changeOf(view, draft)
      if (change)
        client.setQueryData(settingsQuery.queryKey, await saveWithRetries(() => call(saveSettings, { body: change })))
      const { models } = draft
      if (models) {
        const body = providerChange(providers, models)
        client.setQueryData(providersQuery.queryKey, await saveWithRetries(() => call(saveApiSettings, { body })))
      }
      setDraft(EMPTY)
      setConflict(null)
      notify.success(m.settings_saved())
    } catch (error) {
      if (error instanceof CallError && error.code === 'conflict' && error.current) {
        const current = error.current as SettingsView
        setConflict(changedParts(view, current))
        client.setQueryData(settingsQuery.queryKey, current)
      } else {
        if (error instanceof CallError) setFaults(error.fields)
        const why = error instanceof CallError && Object.keys(error.fields).length === 0 ? failureText(error) : ''
        setProblem(`${m.settings_save_failed()} ${why}`.trim())
      }
    } finally {
      setSaving(false)
    }
  }
  const discard = () => {
    setDraft(EMPTY)
    setFaults({})
    setProblem(null)
    setConflict(null)
  }
  return { faults, problem, conflict, isSaving, save: () => void save(), discard }
}

/** A chosen model becomes that of its provider, which is asked first from then on. */
function providerChange(view: ApiSettingsView | undefined, { model, ...rest }: ModelDraft) {
  const order = view?.order ?? []
  return {
    ...rest,
    providers: model ? [{ provider: model.provider, model: model.name }] : [],
    ...(model ? { order: [model.provider, ...order.filter((one) => one !== model.provider)] } : {}),
  }
}
