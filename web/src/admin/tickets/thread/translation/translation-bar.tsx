import { IconLanguage } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { TicketDetailView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { openSection } from '#web/admin/desk-address.ts'
import { pageLocale } from '#web/lib/format.ts'
import styles from './translation.module.css'
import { nameOf, translationsQuery, useIsAutomatic } from './translations.ts'

/** Above a thread with messages in another language: which, and whether they are translated by themselves, or why they cannot be. */
export function TranslationBar({ detail: { ticket, thread } }: { detail: TicketDetailView }) {
  const client = useQueryClient()
  const { data } = useQuery(translationsQuery(ticket.id))
  const [isAutomatic, setAutomatic] = useIsAutomatic()
  const newest = thread.messages.findLast(({ state, author }) => state !== 'streaming' && author !== 'system')?.id
  const readAgain = useEffectEvent(() => {
    const { queryKey } = translationsQuery(ticket.id)
    if (client.getQueryData(queryKey)) void client.invalidateQueries({ queryKey })
  })
  const first = thread.messages[0]?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new or an older message may be in another language
  useEffect(readAgain, [newest, first])
  if (!data || data.items.length === 0) return null
  const languages = new Intl.ListFormat(pageLocale()).format(new Set(data.items.map(({ from }) => nameOf(from))))
  return (
    <div className={styles.bar}>
      <IconLanguage size={16} stroke={1.5} aria-hidden="true" />
      <p className={styles.text}>
        {m.translation_written_in({ languages })}
        {!data.hasModel && (
          <>
            {` ${m.translation_no_key()} `}
            <button type="button" className={styles.link} onClick={() => openSection('api-settings', {})}>
              {m.composer_tools_add_key()}
            </button>
          </>
        )}
      </p>
      {data.hasModel && (
        <label className={styles.choice}>
          <input type="checkbox" checked={isAutomatic} onChange={(event) => setAutomatic(event.target.checked)} />
          {m.translation_automatic()}
        </label>
      )}
    </div>
  )
}
