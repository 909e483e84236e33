import { IconLock } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type BillingView, finishPlanChange } from '#contracts/billing/billing.ts'
import * as m from '#i18n/messages.js'
import { useSectionSearch } from '#web/admin/desk-address.ts'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { CallError, call } from '#web/lib/call.ts'
import { planName } from '#web/lib/plan-name.ts'
import { notify } from '#web/ui/notify.ts'
import { Page } from '#web/ui/page.tsx'
import { LoadingRows } from '#web/ui/parts.tsx'
import styles from './billing.module.css'
import { Choices } from './choices.tsx'
import { Features } from './features.tsx'
import { Invoices } from './invoices.tsx'
import { PlanCard } from './plan-card.tsx'
import { billingQuery } from './queries.ts'
import { UsageCard } from './usage-card.tsx'

/** The Billing section: the plan, its use against its limits, another plan, invoices. */
export function BillingSection() {
  const { data, error, refetch } = useQuery(billingQuery)
  useFinishedChange()
  return (
    <Page title={m.desk_section_billing()} isFilled>
      {data ? (
        <Billing view={data} />
      ) : error instanceof CallError && error.code === 'forbidden' ? (
        <EmptyState icon={<IconLock size={24} stroke={1.5} />} title={m.billing_closed_title()}>
          {error.message}
        </EmptyState>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows label={m.common_loading()} rows={5} height={72} />
      )}
    </Page>
  )
}

function Billing({ view }: { view: BillingView }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={styles.scroll} aria-label={m.desk_section_billing()} tabIndex={0}>
      <div className={styles.page}>
        {!view.isStripeConnected && <p className={styles.test}>{m.billing_test()}</p>}
        <PlanCard view={view} />
        <UsageCard view={view} />
        <Choices view={view} />
        <Features view={view} />
        <Invoices view={view} />
      </div>
    </section>
  )
}

/** The return from a checkout, which the address names: applies the new plan once. */
function useFinishedChange(): void {
  const [{ checkout }, change] = useSectionSearch()
  const client = useQueryClient()
  const finished = useRef<string | null>(null)
  useEffect(() => {
    if (!checkout || finished.current === checkout) return
    finished.current = checkout
    change({ checkout: undefined }, { replace: true })
    call(finishPlanChange, { params: { planChangeId: checkout } })
      .then(async (view) => {
        client.setQueryData(billingQuery.queryKey, view)
        notify.success(m.billing_changed({ plan: planName(view.plan) }))
        await client.invalidateQueries({ queryKey: billingQuery.queryKey })
      })
      .catch(notify.failure)
  }, [checkout, change, client])
}
