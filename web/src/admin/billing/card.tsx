import type { ReactNode } from 'react'
import styles from './billing.module.css'

type CardProps = {
  /** For the address of the heading. */
  id: string
  title: string
  /** Beside the title. */
  aside?: ReactNode
  children: ReactNode
}

/** A card of the section, named by its heading. */
export function Card({ id, title, aside, children }: CardProps) {
  return (
    <section className={styles.card} aria-labelledby={`billing-${id}`}>
      <header className={styles.head}>
        <h2 id={`billing-${id}`} className={styles.title}>
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  )
}
