import type { VisitView } from '#contracts/customer/visit.ts'
import * as m from '#i18n/messages.js'
import { Fact } from './block.tsx'
import styles from './panel.module.css'

/** How a customer first came to the portal: the page they came from, and the source, medium and campaign of the link. */
export function CameFrom({ visit: { page, source, medium, campaign } }: { visit: VisitView }) {
  const words = [source, medium, campaign].filter(Boolean).join(' · ')
  return (
    <>
      {page && (
        <Fact name={m.ticket_came_from()}>
          <span className={styles.visit} title={page}>
            {page.replace(/^https?:\/\//, '').replace(/\/$/, '')}
          </span>
        </Fact>
      )}
      {words && (
        <Fact name={m.ticket_came_by_link()}>
          <span className={styles.visit} title={words}>
            {words}
          </span>
        </Fact>
      )}
    </>
  )
}
