import {
  IconApi,
  IconBook2,
  IconChartBar,
  IconCreditCard,
  IconInbox,
  IconLayoutDashboard,
  IconLink,
  type IconProps,
  IconSettings,
  IconSparkles,
  IconUsers,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import * as m from '#i18n/messages.js'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { LoadingSection } from '#web/ui/parts.tsx'

export type Section = {
  id: SectionId
  label: () => string
  Icon: ComponentType<IconProps>
  /** Content of the panel; its code is loaded when it is first opened. */
  Content: ComponentType
}

/** The ten ids `?section=` accepts, in the sidebar's order. */
export const sectionIds = [
  'overview',
  'customers',
  'tickets',
  'customer-links',
  'agents',
  'api-settings',
  'knowledge',
  'settings',
  'analytics',
  'billing',
] as const

export type SectionId = (typeof sectionIds)[number]

const lazySection = (load: () => Promise<ComponentType>) => lazyPart(load, { waiting: LoadingSection })
const sections: Record<SectionId, Omit<Section, 'id'>> = {
  overview: {
    label: m.desk_section_overview,
    Icon: IconLayoutDashboard,
    Content: lazySection(async () => (await import('./overview/section.tsx')).OverviewSection),
  },
  customers: {
    label: m.desk_section_customers,
    Icon: IconUsers,
    Content: lazySection(async () => (await import('./customers/section.tsx')).CustomersSection),
  },
  tickets: {
    label: m.desk_section_tickets,
    Icon: IconInbox,
    Content: lazySection(async () => (await import('./tickets/section.tsx')).TicketsSection),
  },
  'customer-links': {
    label: m.desk_section_customer_links,
    Icon: IconLink,
    Content: lazySection(async () => (await import('./links/section.tsx')).LinksSection),
  },
  agents: {
    label: m.desk_section_agents,
    Icon: IconSparkles,
    Content: lazySection(async () => (await import('./agents/section.tsx')).AgentsSection),
  },
  'api-settings': {
    label: m.desk_section_api_settings,
    Icon: IconApi,
    Content: lazySection(async () => (await import('./api-settings/section.tsx')).ApiSettingsSection),
  },
  knowledge: {
    label: m.desk_section_knowledge,
    Icon: IconBook2,
    Content: lazySection(async () => (await import('./knowledge/section.tsx')).KnowledgeSection),
  },
  settings: {
    label: m.desk_section_settings,
    Icon: IconSettings,
    Content: lazySection(async () => (await import('./settings/section.tsx')).SettingsSection),
  },
  analytics: {
    label: m.desk_section_analytics,
    Icon: IconChartBar,
    Content: lazySection(async () => (await import('./analytics/section.tsx')).AnalyticsSection),
  },
  billing: {
    label: m.desk_section_billing,
    Icon: IconCreditCard,
    Content: lazySection(async () => (await import('./billing/section.tsx')).BillingSection),
  },
}

/** One section by its id. */
export function sectionOf(id: SectionId): Section {
  return { id, ...sections[id] }
}

/** The sidebar's groups. */
export const sectionGroups: readonly { label: (() => string) | null; ids: readonly SectionId[] }[] = [
  { label: null, ids: ['overview'] },
  { label: m.desk_group_support, ids: ['customers', 'tickets', 'customer-links'] },
  { label: m.desk_group_assistant, ids: ['agents', 'api-settings', 'knowledge'] },
  { label: m.desk_group_business, ids: ['settings', 'analytics', 'billing'] },
]

/** The section in an address; an unknown one is the overview. */
export function sectionFrom(value: unknown): SectionId {
  return sectionIds.find((id) => id === value) ?? 'overview'
}
