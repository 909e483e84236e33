import { IconCheck } from '@tabler/icons-react'
import type { Plan } from '#contracts/billing/plan.ts'
import styles from './plan-contents.module.css'
import { contentsOf } from './plan-texts.ts'

/** What is in a plan, line by line. */
export function PlanContents({ plan }: { plan: Plan }) {
  return (
    <ul className={styles.contents}>
      {contentsOf(plan).map((line) => (
        <li key={line}>
          <IconCheck size={18} stroke={1.5} aria-hidden="true" />
          {line}
        </li>
      ))}
    </ul>
  )
}
