import { Button } from '@mantine/core'
import { useState } from 'react'
import { type BillingView, changePlan } from '#contracts/billing/billing.ts'
import type { Plan } from '#contracts/billing/plan.ts'
import * as m from '#i18n/messages.js'
import { call } from '#web/lib/call.ts'
import { formatNumber } from '#web/lib/format.ts'
import { planName } from '#web/lib/plan-name.ts'
import { notify } from '#web/ui/notify.ts'
import styles from './billing.module.css'
import { Card } from './card.tsx'
import { priceOf } from './labels.ts'

/** The plans the business may change to; choosing one opens its checkout. */
export function Choices({ view }: { view: BillingView }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const choose = ({ id }: Plan) => {
    setChosen(id)
    call(changePlan, { body: { plan: id } })
      .then(({ url }) => location.assign(url))
      .catch((error: unknown) => {
        setChosen(null)
        notify.failure(error)
      })
  }
  return (
    <Card id="change" title={m.billing_change()}>
      {view.choices.length === 0 ? (
        <p className={styles.text}>{m.billing_no_choice()}</p>
      ) : (
        <ul className={styles.choices}>
          {view.choices.map((plan) => (
            <li key={plan.id}>
              <div className={styles.choice}>
                <p className={styles.plan}>
                  <strong>{planName(plan)}</strong> <span>{priceOf(plan)}</span>
                </p>
                <p className={styles.text}>{limitsOf(plan)}</p>
              </div>
              <Button onClick={() => choose(plan)} disabled={chosen !== null} aria-busy={chosen === plan.id}>
                {m.billing_choose({ plan: planName(plan) })}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const limitsOf = ({ limits }: Plan): string =>
  m.billing_plan_limits({
    tickets: formatNumber(limits.tickets),
    ai: formatNumber(limits.aiInteractions),
    seats: formatNumber(limits.seats),
  })
