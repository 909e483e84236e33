import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BrandImageId } from '#contracts/ids.ts'
import { type BrandingChange, type BrandingView, saveBranding } from '#contracts/tenant/branding.ts'
import type { PortalTexts } from '#contracts/tenant/portal-content.ts'
import * as m from '#i18n/messages.js'
import { saveWithRetries } from '#web/admin/settings/save-with-retries.ts'
import { CallError, call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { notify } from '#web/ui/notify.ts'
import { SaveBar } from '#web/ui/parts.tsx'
import styles from './branding.module.css'
import { LookCard } from './look-card.tsx'
import { Preview } from './preview.tsx'
import { TextsCard } from './texts-card.tsx'
import { TopicsCard } from './topics-card.tsx'
import { questionsOf } from './typed-questions.ts'

/** Unsaved changes; a new picture with the address it is shown from. */
export type Draft = Omit<BrandingChange, 'version' | 'logo' | 'favicon'> & {
  logo?: { id: BrandImageId; url: string } | null
  favicon?: { id: BrandImageId; url: string } | null
}
export type BrandCard = {
  view: BrandingView
  draft: Draft
  faults: Record<string, string>
  onChange: (patch: Draft) => void
}

const labels: Record<keyof Draft, () => string> = {
  primaryColor: m.settings_colour,
  logo: m.settings_logo,
  favicon: m.settings_favicon,
  welcomeMessage: m.settings_welcome,
  topics: m.settings_topics,
  texts: m.settings_texts,
}

const changeOf = (version: number, { logo, favicon, texts, ...rest }: Draft): BrandingChange => ({
  version,
  ...rest,
  ...(texts && { texts: withoutEmptyLines(texts) }),
  ...(logo === undefined ? {} : { logo: logo?.id ?? null }),
  ...(favicon === undefined ? {} : { favicon: favicon?.id ?? null }),
})

const withoutEmptyLines = (texts: PortalTexts): PortalTexts =>
  Object.fromEntries(
    Object.entries(texts).map(([language, one]) => [
      language,
      { ...one, ...(one.questions && { questions: questionsOf(one.questions) }) },
    ]),
  )

/** The cards with one save for all, and the preview of what they would show. */
export function BrandingForm({ view }: { view: BrandingView }) {
  const client = useQueryClient()
  const [draft, setDraft] = useState<Draft>({})
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const unsaved = (Object.keys(draft) as (keyof Draft)[]).map((name) => labels[name]())
  const store = (next: BrandingView) => client.setQueryData(['settings', 'branding'], next)
  const save = async () => {
    setSaving(true)
    setProblem(null)
    setFaults({})
    try {
      store(await saveWithRetries(() => call(saveBranding, { body: changeOf(view.version, draft) })))
      setDraft({})
      notify.success(m.settings_branding_saved())
    } catch (error) {
      if (error instanceof CallError) setFaults(error.fields)
      if (error instanceof CallError && error.code === 'conflict' && error.current) store(error.current as BrandingView)
      setProblem(`${m.settings_save_failed()} ${failureText(error)}`)
    }
    setSaving(false)
  }
  const card = { view, draft, faults, onChange: (patch: Draft) => setDraft((before) => ({ ...before, ...patch })) }
  return (
    <div className={styles.withPreview}>
      <div className={styles.cards}>
        <LookCard {...card} />
        <TextsCard {...card} />
        <TopicsCard {...card} />
        <SaveBar
          unsaved={unsaved.length > 0 ? unsaved.join(', ') : null}
          problem={problem}
          isSaving={isSaving}
          onSave={() => void save()}
          onDiscard={() => setDraft({})}
        />
      </div>
      <Preview view={view} draft={draft} />
    </div>
  )
}
