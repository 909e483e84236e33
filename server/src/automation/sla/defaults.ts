import type { SlaPolicy } from '#contracts/automation/sla.ts'

const HOUR = 60

/** What a business begins with: times that a small team can hold, within business hours. */
export const DEFAULT_SLA: SlaPolicy = {
  targets: {
    low: { firstReply: 24 * HOUR, nextReply: 24 * HOUR, resolution: null, hours: 'business' },
    medium: { firstReply: 8 * HOUR, nextReply: 8 * HOUR, resolution: 40 * HOUR, hours: 'business' },
    high: { firstReply: 4 * HOUR, nextReply: 4 * HOUR, resolution: 16 * HOUR, hours: 'business' },
    urgent: { firstReply: HOUR, nextReply: HOUR, resolution: 8 * HOUR, hours: 'business' },
  },
  warnPercent: 75,
}
