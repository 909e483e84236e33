import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BusinessProfile, ProfileStep, ProfileView } from '#contracts/knowledge/profile.ts'
import { saveProfile } from '#contracts/knowledge/profile.ts'
import * as m from '#i18n/messages.js'
import { useKnowledgeLive } from '#web/admin/knowledge/use-knowledge-live.ts'
import { CallError, call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { readLocal, storeLocal } from '#web/lib/local-storage.ts'
import { notify } from '#web/ui/notify.ts'
import { profileQuery } from './queries.ts'

const KEY = 'segue-draft-profile'
/** While something is typed the profile stays as it was read, so that saving over somebody else's change is noticed. */
const LIVE = { profile: [profileQuery.queryKey] }
const NOTHING = {}

type Errors = Partial<Record<keyof BusinessProfile, string>>

/** The profile while it is edited: the input stays across steps, tabs and failed saves. */
export function useProfileEditing(saved: ProfileView) {
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => readLocal<Partial<BusinessProfile>>(KEY))
  const [wasRestored, setRestored] = useState(draft !== null)
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [conflict, setConflict] = useState<{ theirs: ProfileView; step: ProfileStep } | null>(null)
  const [isSaving, setSaving] = useState(false)
  useKnowledgeLive(draft === null ? LIVE : NOTHING)
  const profile: BusinessProfile = { ...saved.profile, ...draft }

  const changeDraft = (next: Partial<BusinessProfile> | null) => {
    storeLocal(KEY, next)
    setDraft(next)
    if (next === null) setRestored(false)
  }
  const show = (view: ProfileView) => client.setQueryData(profileQuery.queryKey, view)
  const change = (name: keyof BusinessProfile, value: string | string[]) => {
    changeDraft({ ...draft, [name]: value })
    setErrors(({ [name]: _, ...rest }) => rest)
    setFailure(null)
  }
  const fail = (error: unknown, step: ProfileStep) => {
    if (!(error instanceof CallError)) return setFailure(failureText(error))
    const theirs = error.code === 'conflict' ? (error.current as ProfileView | null) : null
    if (theirs) return setConflict({ theirs, step })
    const fields = Object.entries(error.fields).map(([path, words]) => [path.replace('profile.', ''), words])
    setErrors(Object.fromEntries(fields))
    // Errors at the fields are not repeated.
    setFailure(fields.length > 0 ? null : failureText(error))
  }
  /** True when it was saved. */
  const save = async (step: ProfileStep, over: ProfileView = saved): Promise<boolean> => {
    setSaving(true)
    setFailure(null)
    setConflict(null)
    try {
      const body = { version: over.version, profile: { ...over.profile, ...draft }, completedStep: step }
      show(await call(saveProfile, { body }))
      changeDraft(null)
      notify.success(m.profile_saved())
      return true
    } catch (error) {
      fail(error, step)
      return false
    } finally {
      setSaving(false)
    }
  }
  const takeTheirs = () => {
    if (conflict) show(conflict.theirs)
    changeDraft(null)
    setConflict(null)
  }
  const discard = () => {
    changeDraft(null)
    void client.invalidateQueries({ queryKey: profileQuery.queryKey })
    setErrors({})
    setFailure(null)
  }
  const state = { profile, errors, failure, conflict, isSaving, wasRestored }
  return { ...state, change, setErrors, save, takeTheirs, discard }
}

export type ProfileEditing = ReturnType<typeof useProfileEditing>
