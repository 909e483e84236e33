import * as m from '#i18n/messages.js'
import { inEnglish, type Text } from '#server/platform/text/message.ts'

export type OutgoingReason = 'bad_url' | 'refused_address' | 'dns' | 'timeout' | 'too_large' | 'redirects' | 'network'

const MESSAGES: Record<OutgoingReason, Text> = {
  bad_url: m.error_call_bad_url,
  refused_address: m.error_call_refused_address,
  dns: m.error_call_dns,
  timeout: m.error_call_timeout,
  too_large: m.error_call_too_large,
  redirects: m.error_call_redirects,
  network: m.error_call_network,
}

/** A failed outgoing call. `text` is for people, `message` is it in English; neither contains the address, which may contain a key. */
export class OutgoingError extends Error {
  readonly reason: OutgoingReason
  readonly text: Text

  constructor(reason: OutgoingReason, cause?: unknown) {
    super(inEnglish(MESSAGES[reason]), { cause })
    this.name = 'OutgoingError'
    this.reason = reason
    this.text = MESSAGES[reason]
  }
}
