import pageStyles from '#web/admin/settings/settings.module.css'
import { Fields } from './fields.tsx'
import { Tags } from './tags.tsx'

/** Settings of tickets: their fields and tags. */
export function TicketsTab() {
  return (
    <div className={pageStyles.page}>
      <Fields />
      <Tags />
    </div>
  )
}
