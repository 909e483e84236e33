import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MessageView } from '#contracts/conversation/message.ts'
import type { TicketId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import styles from './translation.module.css'
import { nameOf, useIsAutomatic, useTranslation } from './translations.ts'

type TranslatedProps = { ticketId: TicketId; message: MessageView; render: (body: string) => ReactNode }

/** A message in the reader's language, its original one click away: a translation, or the text that a member had translated. */
export function Translated(props: TranslatedProps) {
  return props.message.original === undefined ? <Foreign {...props} /> : <SentTranslated {...props} />
}

function SentTranslated({ message, render }: TranslatedProps) {
  const [isOriginal, setOriginal] = useState(true)
  return (
    <>
      {render(isOriginal ? (message.original ?? '') : message.body)}
      <p className={styles.foot}>
        {m.translation_sent()}
        <button type="button" className={styles.link} onClick={() => setOriginal(!isOriginal)}>
          {isOriginal ? m.translation_show() : m.translation_show_original()}
        </button>
      </p>
    </>
  )
}

function Foreign({ ticketId, message, render }: TranslatedProps) {
  const { item, isBusy, error, translate } = useTranslation(ticketId, message.id)
  const [isAutomatic] = useIsAutomatic()
  /** Of this message alone; null: as for all. */
  const [chosen, setChosen] = useState<boolean | null>(null)
  const foot = useRef<HTMLParagraphElement>(null)
  const isWanted = chosen ?? isAutomatic
  const isMissing = item?.body === null
  const begin = useEffectEvent(() => void translate())
  // Only what comes into view: a long thread is not translated as a whole.
  useEffect(() => {
    const element = foot.current
    if (!element || !isWanted || !isMissing) return
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      begin()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [isWanted, isMissing])
  if (!item) return render(message.body)
  const isShown = isWanted && item.body !== null
  return (
    <>
      {render(isShown ? (item.body ?? '') : message.body)}
      <p ref={foot} className={styles.foot}>
        {isBusy && m.translation_busy()}
        {isShown && m.translation_from({ language: nameOf(item.from) })}
        {!isBusy && !error && (
          <button type="button" className={styles.link} onClick={() => setChosen(!isShown)}>
            {isShown ? m.translation_show_original() : m.translation_translate()}
          </button>
        )}
        {error && (
          <>
            <span className={styles.error} role="alert">
              {error}
            </span>
            <button type="button" className={styles.link} onClick={() => void translate()}>
              {m.common_retry()}
            </button>
          </>
        )}
      </p>
    </>
  )
}
