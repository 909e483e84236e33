import { TextInput } from '@mantine/core'
import { LANGUAGES, type Language } from '#contracts/languages.ts'
import type { PortalTopic } from '#contracts/tenant/portal-content.ts'
import * as m from '#i18n/messages.js'
import styles from '#web/admin/settings/settings.module.css'
import { nameOf } from './language-name.ts'

type Props = {
  topic: PortalTopic
  /** What the server says about the title in a language. */
  faultsOf: (language: Language) => string | undefined
  onChange: (translations: PortalTopic['translations']) => void
}

/** Title and text of a topic in each language. A language whose fields are both empty shows the topic's own. */
export function TopicTranslations({ topic: { title, text, translations }, faultsOf, onChange }: Props) {
  const change = (language: Language, patch: { title?: string; text?: string }) => {
    const next = { title: '', text: '', ...translations[language], ...patch }
    const { [language]: _, ...others } = translations
    onChange(next.title || next.text ? { ...others, [language]: next } : others)
  }
  return (
    <details className={styles.translations}>
      <summary>{m.settings_topic_translations()}</summary>
      {LANGUAGES.map((language) => {
        const own = translations[language]
        return (
          <div key={language} className={styles.pair}>
            <TextInput
              label={m.settings_topic_title_in({ language: nameOf(language) })}
              placeholder={title}
              maxLength={60}
              value={own?.title ?? ''}
              onChange={(event) => change(language, { title: event.currentTarget.value })}
              error={faultsOf(language)}
            />
            <TextInput
              label={m.settings_topic_line_in({ language: nameOf(language) })}
              placeholder={text}
              maxLength={160}
              value={own?.text ?? ''}
              onChange={(event) => change(language, { text: event.currentTarget.value })}
            />
          </div>
        )
      })}
    </details>
  )
}
