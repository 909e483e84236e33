import * as m from '#i18n/messages.js'
import { formatRelative } from '#web/lib/format.ts'

/** A relative time within a sentence: "Last checked just now." */
export function formatRelativeInText(at: string): string {
  const text = formatRelative(at)
  return text === m.common_just_now() ? m.common_just_now_in_text() : text
}
