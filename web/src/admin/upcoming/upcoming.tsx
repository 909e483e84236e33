import type { ReactNode } from 'react'
import { type SectionId, sectionOf } from '#web/admin/sections.ts'
import { Page } from '#web/ui/page.tsx'
import styles from './upcoming.module.css'

/** A section that is not built yet: states what it will contain, and where that work is done until then. */
export function Upcoming({ id, text, children }: { id: SectionId; text: string; children?: ReactNode }) {
  const { label, Icon } = sectionOf(id)
  return (
    <Page title={label()}>
      <div className={styles.upcoming}>
        <span className={styles.icon}>
          <Icon size={24} stroke={1.5} aria-hidden="true" />
        </span>
        <p className={styles.text}>{text}</p>
        {children}
      </div>
    </Page>
  )
}
