import * as m from '#i18n/messages.js'
import { Page } from '#web/ui/page.tsx'
import { LoadingRows } from '#web/ui/parts.tsx'

/** The Tickets section. */
export function TicketsSection() {
  return (
    <Page title={m.desk_section_tickets()} isFilled>
      <LoadingRows label={m.common_loading()} />
    </Page>
  )
}
