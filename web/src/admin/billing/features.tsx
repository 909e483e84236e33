import { IconCheck, IconLock } from '@tabler/icons-react'
import type { BillingView } from '#contracts/billing/billing.ts'
import * as m from '#i18n/messages.js'
import { planName } from '#web/lib/plan-name.ts'
import styles from './billing.module.css'
import { Card } from './card.tsx'
import { featureIds, featureNames } from './labels.ts'

/** Every feature: included, or locked with the plan that has it. */
export function Features({ view }: { view: BillingView }) {
  const lockedBy = new Map(view.locked.map(({ feature, plan }) => [feature, planName(plan)]))
  return (
    <Card id="features" title={m.billing_features()}>
      <ul className={styles.features}>
        {featureIds.map((feature) => {
          const plan = lockedBy.get(feature)
          return (
            <li key={feature} data-locked={plan !== undefined || undefined}>
              {plan ? (
                <IconLock size={16} stroke={1.5} aria-hidden="true" />
              ) : (
                <IconCheck size={16} stroke={2} aria-hidden="true" />
              )}
              <span>{featureNames[feature]()}</span>
              <span className={styles.where}>{plan ? m.billing_locked({ plan }) : m.billing_included()}</span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
