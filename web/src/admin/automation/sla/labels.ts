import type { SlaTarget } from '#contracts/ticket/sla.ts'
import * as m from '#i18n/messages.js'

/** The agreed times, in their order. */
export const targetLabels: Record<SlaTarget, () => string> = {
  firstReply: m.sla_first_reply,
  nextReply: m.sla_next_reply,
  resolution: m.sla_resolution,
}
