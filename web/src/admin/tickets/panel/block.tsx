import type { ReactNode } from 'react'
import styles from './panel.module.css'

/** One part of the side panel, with its title and actions. */
export function Block({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.block} aria-label={title}>
      <div className={styles.head}>
        <h3>{title}</h3>
        {action}
      </div>
      {children}
    </section>
  )
}

/** One line of a list of facts. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
