import type { SlaState } from '#contracts/ticket/sla.ts'
import * as m from '#i18n/messages.js'

/** How a ticket stands against its agreed times, in words, the most urgent first. */
export const slaStates: Record<SlaState, () => string> = {
  breached: m.sla_state_breached,
  soon: m.sla_state_soon,
  running: m.sla_state_running,
  paused: m.sla_state_paused,
  met: m.sla_state_met,
}
