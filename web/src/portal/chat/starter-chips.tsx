import type { MouseEvent } from 'react'
import * as m from '#i18n/messages.js'
import { Chip } from '#web/kit/surface.tsx'
import { readStarters } from '#web/portal/starters/read-starters.ts'
import { useResource } from '#web/portal/use-resource.ts'
import styles from './bubble.module.css'

/** More would push the greeting out of a window of 400 by 600 px. */
const MOST = 4

/** The first questions of an empty chat; a click sends one, and the focus goes to the composer. */
export function StarterChips({ slug, onAsk }: { slug: string; onAsk: (question: string) => void }) {
  const { value } = useResource(`starters ${slug}`, () => readStarters(slug))
  if (!value || value.questions.length === 0) return null
  const ask = (event: MouseEvent, question: string) => {
    // Before the chips are gone, which would take the focus along.
    event.currentTarget.closest('dialog')?.querySelector('textarea')?.focus({ preventScroll: true })
    onAsk(question)
  }
  return (
    <ul className={styles.suggestions} aria-label={m.chat_starters()}>
      {value.questions.slice(0, MOST).map((question) => (
        <li key={question}>
          <Chip onClick={(event) => ask(event, question)}>{question}</Chip>
        </li>
      ))}
    </ul>
  )
}
