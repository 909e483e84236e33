import { Button, Select } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LANGUAGES, type Language } from '#contracts/languages.ts'
import { type LetterKind, sendLetterTest } from '#contracts/notification/outbox.ts'
import * as m from '#i18n/messages.js'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { call } from '#web/lib/call.ts'
import { notify } from '#web/ui/notify.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import { letterLabels, valuesOf } from './labels.ts'
import styles from './notifications.module.css'
import { letterQuery } from './queries.ts'

const nameOf = (language: Language): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language

/** Every letter of the business as its recipients read it, in each language. */
export function Letters() {
  const [kind, setKind] = useState<LetterKind>('ticket_reply')
  const [language, setLanguage] = useState<Language>('en')
  const { data, error, refetch } = useQuery(letterQuery(kind, language))
  const test = useMutation({
    mutationFn: () => call(sendLetterTest, { body: { kind, language } }),
    onSuccess: ({ to }) => notify.success(m.notification_test_queued({ to })),
    onError: (failure) => notify.failure(failure),
  })
  return (
    <SettingsCard id="letters" title={m.notification_letters()} text={m.notification_letters_text()}>
      <div className={styles.line}>
        <Select
          label={m.notification_letter()}
          data={valuesOf(letterLabels).map((value) => ({ value, label: letterLabels[value]() }))}
          value={kind}
          allowDeselect={false}
          onChange={(value) => value && setKind(value as LetterKind)}
        />
        <Select
          label={m.notification_letter_language()}
          data={LANGUAGES.map((value) => ({ value, label: nameOf(value) }))}
          value={language}
          allowDeselect={false}
          onChange={(value) => value && setLanguage(value as Language)}
        />
        <Button disabled={test.isPending} onClick={() => test.mutate()}>
          {m.notification_send_test()}
        </Button>
      </div>
      {data ? (
        <>
          <p className={styles.subject}>{data.subject}</p>
          <iframe
            className={styles.letter}
            title={m.notification_letter_preview()}
            sandbox=""
            src={`/api/mail-letters/page?kind=${kind}&language=${language}`}
          />
          <details>
            <summary>{m.notification_letter_plain()}</summary>
            <pre className={styles.plain}>{data.text}</pre>
          </details>
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows label={m.common_loading()} rows={6} height={44} />
      )}
    </SettingsCard>
  )
}
