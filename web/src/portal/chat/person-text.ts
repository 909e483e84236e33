import type { PortalView } from '#contracts/tenant/portal.ts'
import * as m from '#i18n/messages.js'
import { openingText, usualReply } from '#web/portal/home/business-hours.ts'

/**
 * What may be expected of a person now: how soon one usually replies, or outside business hours when the business opens, and that the answer
 * comes by e-mail too. Null where neither is known.
 */
export function personText(portal: PortalView, now: Date = new Date()): string | null {
  const { isOpenNow, opensAt, businessInfo } = portal
  // The page may have been loaded before the business opened.
  const isOpen = isOpenNow || (opensAt !== null && Date.parse(opensAt) <= now.getTime())
  if (isOpen || businessInfo.businessHours.days.length === 0) return usualReply(portal)
  return m.chat_person_away({ opening: openingText(portal, now) })
}
