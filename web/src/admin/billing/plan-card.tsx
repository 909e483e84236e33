import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import { type BillingView, openPaymentPortal } from '#contracts/billing/billing.ts'
import * as m from '#i18n/messages.js'
import { call } from '#web/lib/call.ts'
import { planName } from '#web/lib/plan-name.ts'
import { notify } from '#web/ui/notify.ts'
import styles from './billing.module.css'
import { Card } from './card.tsx'
import { paymentSentence, priceOf, statusOf } from './labels.ts'

/** The plan with its price and the next payment; the way to Stripe's portal where there are payments. */
export function PlanCard({ view }: { view: BillingView }) {
  const isUrgent = !view.isInForce || view.status === 'past_due'
  return (
    <Card
      id="plan"
      title={m.billing_plan()}
      aside={
        <span className={styles.status} data-urgent={isUrgent || undefined}>
          {statusOf(view)}
        </span>
      }
    >
      <p className={styles.plan}>
        <strong>{planName(view.plan)}</strong>{' '}
        <span>{view.source === 'checkout' ? priceOf(view.plan) : m.billing_price_none()}</span>
      </p>
      <p className={styles.text}>{paymentSentence(view)}</p>
      {view.hasPayments && <PortalButton />}
    </Card>
  )
}

function PortalButton() {
  const [isOpening, setOpening] = useState(false)
  const open = () => {
    setOpening(true)
    call(openPaymentPortal)
      .then(({ url }) => location.assign(url))
      .catch((error: unknown) => {
        setOpening(false)
        notify.failure(error)
      })
  }
  return (
    <div>
      <Button
        variant="default"
        onClick={open}
        aria-busy={isOpening}
        disabled={isOpening}
        rightSection={<IconExternalLink size={16} stroke={1.5} aria-hidden="true" />}
      >
        {m.billing_portal()}
      </Button>
    </div>
  )
}
