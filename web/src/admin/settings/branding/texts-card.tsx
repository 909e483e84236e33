import { Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { LANGUAGES, type Language } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import type { BrandCard } from './branding-form.tsx'
import { nameOf } from './language-name.ts'

/** The welcome message for all, and heading and welcome of each language. */
export function TextsCard({ view, draft, faults, onChange }: BrandCard) {
  const [language, setLanguage] = useState<Language>('en')
  const texts = draft.texts ?? view.texts
  const own = texts[language] ?? { heading: '', welcomeMessage: '' }
  const questionsFault = Object.entries(faults).find(([path]) => path.startsWith(`texts.${language}.questions`))?.[1]
  const change = (patch: Partial<typeof own>) => onChange({ texts: { ...texts, [language]: { ...own, ...patch } } })
  const welcome = draft.welcomeMessage ?? view.branding.welcomeMessage
  return (
    <SettingsCard id="texts" title={m.settings_texts()} text={m.settings_texts_text()}>
      <TextInput
        label={m.settings_welcome()}
        maxLength={300}
        value={welcome}
        onChange={(event) => onChange({ welcomeMessage: event.currentTarget.value })}
        error={faults.welcomeMessage}
      />
      <Select
        label={m.settings_language()}
        data={LANGUAGES.map((value) => ({ value, label: nameOf(value) }))}
        value={language}
        onChange={(value) => value && setLanguage(value as Language)}
      />
      <TextInput
        label={m.settings_heading_in({ language: nameOf(language) })}
        placeholder={m.portal_home_heading()}
        maxLength={80}
        value={own.heading}
        onChange={(event) => change({ heading: event.currentTarget.value })}
      />
      <TextInput
        label={m.settings_welcome_in({ language: nameOf(language) })}
        placeholder={welcome}
        maxLength={300}
        value={own.welcomeMessage}
        onChange={(event) => change({ welcomeMessage: event.currentTarget.value })}
      />
      <Textarea
        label={m.settings_questions_in({ language: nameOf(language) })}
        description={m.settings_questions_help()}
        autosize
        minRows={3}
        maxRows={6}
        value={(own.questions ?? []).join('\n')}
        onChange={(event) => change({ questions: event.currentTarget.value.split('\n') })}
        error={questionsFault}
      />
    </SettingsCard>
  )
}
