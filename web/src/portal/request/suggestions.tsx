import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { SuggestionView } from '#contracts/knowledge/suggestion.ts'
import { MAX_SUGGESTION_TEXT, suggestAnswers } from '#contracts/knowledge/suggestion.ts'
import * as m from '#i18n/messages.js'
import { IconButton } from '#web/kit/button.tsx'
import { call } from '#web/lib/call.ts'
import { asGuest } from '#web/portal/guest-session.ts'
import { linkTo } from '#web/portal/portal-location.ts'
import { useResource } from '#web/portal/use-resource.ts'
import { useSettled } from '#web/portal/use-settled.ts'
import styles from './suggestions.module.css'

/** Delay between the last key and the search. */
const SEARCH_AFTER_MS = 600
/** With fewer words there is too little to search for. */
const MIN_WORDS = 3

type Props = { slug: string; text: string; onDismiss: () => void }

/**
 * FAQs and articles that may answer what is being written. An answer opens in its place and an article in a tab of its own, so that the form
 * stays as it is. Where the search fails nothing is shown: the form works without it.
 */
export function Suggestions({ slug, text, onDismiss }: Props) {
  const settled = useSettled(text.trim().slice(0, MAX_SUGGESTION_TEXT), SEARCH_AFTER_MS)
  const isEnough = settled.split(/\s+/).length >= MIN_WORDS
  const { value } = useResource(`suggestions ${slug} ${settled}`, async (signal) =>
    isEnough
      ? asGuest(slug, () => call(suggestAnswers, { params: { slug }, body: { text: settled } }, { signal }))
      : { items: [] },
  )
  const items = value?.items ?? []
  return (
    <>
      <p role="status" className="visually-hidden">
        {items.length > 0 && m.portal_suggestions_found({ count: items.length })}
      </p>
      {items.length > 0 && (
        <section className={styles.suggestions} aria-labelledby="suggestions">
          <div className={styles.head}>
            <h2 id="suggestions">{m.portal_suggestions()}</h2>
            <IconButton size="sm" label={m.portal_suggestions_hide()} onClick={onDismiss}>
              <IconX size={18} stroke={1.5} />
            </IconButton>
          </div>
          {items.map((one) => (
            <Suggestion key={one.id} suggestion={one} />
          ))}
        </section>
      )}
    </>
  )
}

function Suggestion({ suggestion: { title, text, articleSlug } }: { suggestion: SuggestionView }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      <p className={styles.text}>{text}</p>
      {articleSlug && (
        <a href={linkTo({ tab: 'help-center', article: articleSlug })} target="_blank" rel="noopener">
          {m.portal_suggestion_read()}
        </a>
      )}
    </details>
  )
}
