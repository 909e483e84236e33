import * as m from '#i18n/messages.js'
import type { SectionId } from '#web/admin/sections.ts'
import { Upcoming } from './upcoming.tsx'

/** The sections that are not built yet, each with its text. */
export const upcomingSections: Record<
  Exclude<
    SectionId,
    | 'overview'
    | 'customers'
    | 'customer-links'
    | 'agents'
    | 'tickets'
    | 'knowledge'
    | 'api-settings'
    | 'settings'
    | 'billing'
  >,
  () => React.JSX.Element
> = {
  analytics: () => <Upcoming id="analytics" text={m.desk_upcoming_analytics()} />,
}
