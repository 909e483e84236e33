import type { ReactNode } from 'react'
import styles from './settings.module.css'

type CardProps = {
  /** For the address of the heading. */
  id: string
  title: string
  text?: ReactNode
  /** Beside the title. */
  aside?: ReactNode
  children: ReactNode
}

/** A card of the settings, named by its heading. */
export function SettingsCard({ id, title, text, aside, children }: CardProps) {
  return (
    <section className={styles.card} aria-labelledby={`settings-${id}`}>
      <header className={styles.cardHead}>
        <h2 id={`settings-${id}`} className={styles.cardTitle}>
          {title}
        </h2>
        {aside}
        {text && <p className={styles.cardText}>{text}</p>}
      </header>
      {children}
    </section>
  )
}
