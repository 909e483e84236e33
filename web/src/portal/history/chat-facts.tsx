import type { PastChatView } from '#contracts/conversation/chat-history.ts'
import * as m from '#i18n/messages.js'
import { formatExact, pageLocale } from '#web/lib/format.ts'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import styles from './history.module.css'

const MINUTE_MS = 60_000
const UNITS = [
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
] as const

/** `12 minutes`: the largest unit that fits, a minute at least. `startedAt` and `endedAt` are ISO instants. */
export function durationText(startedAt: string, endedAt: string): string {
  const minutes = Math.max(1, Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / MINUTE_MS))
  const [unit, size] = UNITS.find(([, one]) => minutes >= one) ?? UNITS[2]
  const count = Math.round(minutes / size)
  return new Intl.NumberFormat(pageLocale(), { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

/** Who answered, by name; the assistant first. */
export function answeredBy({ isAnsweredByAssistant, people }: PastChatView): string {
  const names = [...(isAnsweredByAssistant ? [m.chat_assistant()] : []), ...people]
  if (names.length === 0) return m.portal_history_unanswered()
  return m.portal_history_answered_by({ names: new Intl.ListFormat(pageLocale()).format(names) })
}

/** When a past chat was, how long it took, and who answered. */
export function ChatFacts({ chat }: { chat: PastChatView }) {
  return (
    <span className={styles.facts}>
      <RelativeTime at={chat.endedAt} />
      <span title={`${formatExact(chat.startedAt)} – ${formatExact(chat.endedAt)}`}>
        {durationText(chat.startedAt, chat.endedAt)}
      </span>
      <span>{answeredBy(chat)}</span>
    </span>
  )
}
