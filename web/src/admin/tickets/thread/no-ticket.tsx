import { IconInbox } from '@tabler/icons-react'
import * as m from '#i18n/messages.js'
import { EmptyState } from '#web/kit/states.tsx'
import { Keys } from '#web/ui/parts.tsx'
import styles from './no-ticket.module.css'

/** No ticket is open. */
export function NoTicket() {
  return (
    <div className={styles.nothing}>
      <EmptyState icon={<IconInbox size={24} stroke={1.5} />} title={m.ticket_choose_title()}>
        {m.ticket_choose_text()}{' '}
        <span className={styles.keys} aria-hidden="true">
          <Keys keys={['J']} /> <Keys keys={['K']} />
        </span>
      </EmptyState>
    </div>
  )
}
