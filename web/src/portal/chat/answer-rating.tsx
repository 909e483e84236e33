import { IconThumbDown, IconThumbDownFilled, IconThumbUp, IconThumbUpFilled } from '@tabler/icons-react'
import type { MessageView } from '#contracts/conversation/message.ts'
import * as m from '#i18n/messages.js'
import { IconButton } from '#web/kit/button.tsx'
import styles from './answer-rating.module.css'

type Props = { message: MessageView; onRate: (helpful: boolean | null) => void }

/** Thumb up or down under an answer; pressing the same again removes the rating. */
export function AnswerRating({ message: { helpful }, onRate }: Props) {
  const Up = helpful === true ? IconThumbUpFilled : IconThumbUp
  const Down = helpful === false ? IconThumbDownFilled : IconThumbDown
  return (
    <fieldset className={styles.verdict} data-given={helpful ?? undefined}>
      <legend className="visually-hidden">{m.chat_rate_question()}</legend>
      <IconButton
        size="sm"
        label={m.chat_rate_up()}
        aria-pressed={helpful === true}
        className={styles.thumb}
        onClick={() => onRate(helpful === true ? null : true)}
      >
        <Up size={16} stroke={1.5} />
      </IconButton>
      <IconButton
        size="sm"
        label={m.chat_rate_down()}
        aria-pressed={helpful === false}
        className={styles.thumb}
        onClick={() => onRate(helpful === false ? null : false)}
      >
        <Down size={16} stroke={1.5} />
      </IconButton>
      <span role="status" className={styles.thanks}>
        {helpful === true && m.chat_rate_thanks()}
        {helpful === false && m.chat_rate_sorry()}
      </span>
    </fieldset>
  )
}
