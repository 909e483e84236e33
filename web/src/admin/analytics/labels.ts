import type { Dimension, TicketReportRow } from '#contracts/report/report.ts'
import type { TicketSource } from '#contracts/ticket/ticket.ts'
import type { Channel } from '#contracts/ticket/ticket-filter.ts'
import * as m from '#i18n/messages.js'
import { categoryLabel } from '#web/ui/ticket-labels.tsx'

const DIMENSIONS: Record<Dimension, () => string> = {
  agent: m.analytics_agent,
  team: m.analytics_team,
  category: m.analytics_category,
  channel: m.analytics_channel,
  source: m.analytics_source,
  link: m.analytics_link,
}

/** Every dimension, in its order: pages know the values of a contract as types only. */
export const dimensions = Object.keys(DIMENSIONS) as Dimension[]

export const dimensionLabel = (dimension: Dimension): string => DIMENSIONS[dimension]()

const CHANNELS: Record<Channel, () => string> = {
  chat: m.analytics_channel_chat,
  form: m.analytics_channel_form,
  desk: m.analytics_channel_desk,
  email: m.analytics_channel_email,
}

const SOURCES: Record<TicketSource, () => string> = {
  chat: m.analytics_channel_chat,
  guest_portal: m.analytics_source_guest,
  customer_portal: m.analytics_source_customer,
  desk: m.analytics_channel_desk,
  email: m.analytics_channel_email,
  demo: m.common_demo,
}

/** What a row without a value is called. */
const NONE = { agent: m.analytics_nobody, team: m.analytics_no_team, link: m.analytics_no_link }

/** What a row of a table by dimension is called. */
export function rowLabel(dimension: Dimension, { key, name }: Pick<TicketReportRow, 'key' | 'name'>): string {
  if (key === null) return NONE[dimension as keyof typeof NONE]()
  if (dimension === 'channel') return CHANNELS[key as Channel]()
  if (dimension === 'source') return SOURCES[key as TicketSource]()
  return name ?? (dimension === 'link' ? key : categoryLabel(key))
}
