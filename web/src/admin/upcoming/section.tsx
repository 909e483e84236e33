import { Button } from '@mantine/core'
import * as m from '#i18n/messages.js'
import { useSection } from '#web/admin/desk-address.ts'
import type { SectionId } from '#web/admin/sections.ts'
import { Upcoming } from './upcoming.tsx'

function OpenTickets() {
  const [, open] = useSection()
  return <Button onClick={() => open('tickets')}>{m.desk_open_tickets()}</Button>
}

/** The sections that are not built yet, each with its text. */
export const upcomingSections: Record<
  Exclude<
    SectionId,
    'overview' | 'customer-links' | 'agents' | 'tickets' | 'knowledge' | 'api-settings' | 'settings' | 'billing'
  >,
  () => React.JSX.Element
> = {
  customers: () => (
    <Upcoming id="customers" text={m.desk_upcoming_customers()}>
      <OpenTickets />
    </Upcoming>
  ),
  analytics: () => <Upcoming id="analytics" text={m.desk_upcoming_analytics()} />,
}
