import { useState } from 'react'
import * as m from '#i18n/messages.js'
import { failureText } from '#web/lib/failure-text.ts'
import { pageLocale } from '#web/lib/format.ts'
import styles from './bubble.module.css'
import type { ForeignReply } from './use-foreign-replies.ts'

type Props = { foreign: ForeignReply; isShown: boolean; onShow: (isShown: boolean) => void }

/** Under a reply in another language: translates it, with the original one click away. A failure leaves the original. */
export function TranslationNote({ foreign, isShown, onShow }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const press = async () => {
    if (isBusy) return
    if (isShown || foreign.body !== null) return onShow(!isShown)
    setBusy(true)
    setError(null)
    try {
      await foreign.translate()
      onShow(true)
    } catch (failure) {
      setError(failureText(failure))
    }
    setBusy(false)
  }
  // One button throughout: with another in its place the focus would be lost.
  return (
    <p className={styles.note}>
      <span role="status">{isShown && m.translation_from({ language: nameOf(foreign.from) })}</span>{' '}
      {error && (
        <span className={styles.failed} role="alert">
          {error}{' '}
        </span>
      )}
      <button type="button" className={styles.link} aria-busy={isBusy || undefined} onClick={() => void press()}>
        {labelOf({ isBusy, isShown, hasFailed: error !== null })}
      </button>
    </p>
  )
}

function labelOf({ isBusy, isShown, hasFailed }: { isBusy: boolean; isShown: boolean; hasFailed: boolean }): string {
  if (isBusy) return m.translation_busy()
  if (isShown) return m.translation_show_original()
  return hasFailed ? m.common_retry() : m.translation_translate()
}

const nameOf = (language: string): string =>
  new Intl.DisplayNames(pageLocale(), { type: 'language' }).of(language) ?? language
