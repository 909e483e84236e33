import type { ReactNode } from 'react'
import * as m from '#i18n/messages.js'
import { Wordmark } from '#web/brand/brand.tsx'
import styles from '#web/owner/panel.module.css'

/** A page of the platform owner beside the panel. */
export function ToolFrame({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Wordmark size={24} />
        <h1 className={styles.title}>{title}</h1>
        <nav className={styles.ways} aria-label={m.owner_ways()}>
          <a href="/super-admin">{m.owner_title()}</a>
        </nav>
      </header>
      <main className={styles.main}>
        <div className={styles.panel}>
          <div className={styles.stack}>
            <p className={styles.intro}>{text}</p>
            {children}
          </div>
        </div>
      </main>
    </div>
  )
}
