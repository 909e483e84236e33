import { IconAlertTriangle, IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import type { Verdict } from '#contracts/quality/test-question.ts'
import { classes } from '#web/lib/classes.ts'
import { verdictLabel } from './labels.ts'
import styles from './tests.module.css'

const icons = { passed: IconCheck, failed: IconX, error: IconAlertTriangle, none: IconMinus }

/** The verdict of a test question, as icon and label. */
export function VerdictBadge({ verdict }: { verdict: Verdict | null }) {
  const Icon = icons[verdict ?? 'none']
  return (
    <span className={classes(styles.verdict, styles[verdict ?? 'none'])}>
      <Icon size={14} stroke={2} aria-hidden="true" />
      {verdictLabel(verdict)}
    </span>
  )
}
