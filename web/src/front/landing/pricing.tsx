import { listPlans, type Plan } from '#contracts/billing/plan.ts'
import * as m from '#i18n/messages.js'
import { rememberFlow } from '#web/front/addresses.ts'
import { PlanContents } from '#web/front/plan-contents.tsx'
import { chargeFromToday, dueText, priceText } from '#web/front/plan-texts.ts'
import { useCheckout } from '#web/front/start-checkout.ts'
import { useRead } from '#web/front/use-read.ts'
import { Button } from '#web/kit/button.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { Card, Skeleton } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import { planName } from '#web/lib/plan-name.ts'
import styles from './landing.module.css'

/** The plans as the server sells them; a click opens the checkout in a new tab. */
export function Pricing() {
  const plans = useRead(() => call(listPlans), 'plans')
  const checkout = useCheckout()
  const open = (plan: Plan) => {
    rememberFlow('signup')
    void checkout.open(plan.id)
  }
  return (
    <section id="pricing" className={styles.section} aria-labelledby="pricing-title">
      <h2 id="pricing-title">{m.landing_pricing_title()}</h2>
      <p className={styles.sectionText}>{m.landing_pricing_text()}</p>
      {plans.error && !plans.data ? (
        <ErrorState error={plans.error} onRetry={plans.again} />
      ) : (
        <ul className={styles.plans} aria-busy={!plans.data}>
          {plans.data?.items.map((plan) => (
            <li key={plan.id}>
              <PlanCard plan={plan} isBusy={checkout.busy === plan.id} onChoose={() => open(plan)} />
            </li>
          )) ?? [1, 2].map((n) => <li key={n}>{waiting}</li>)}
        </ul>
      )}
    </section>
  )
}

const waiting = (
  <Card className={styles.plan}>
    <Skeleton width="40%" height="20px" />
    <Skeleton width="60%" height="44px" />
    <Skeleton height="180px" />
  </Card>
)

function PlanCard({ plan, isBusy, onChoose }: { plan: Plan; isBusy: boolean; onChoose: () => void }) {
  const isTrial = (plan.price?.trialDays ?? 0) > 0
  const charge = chargeFromToday(plan)
  return (
    <Card className={styles.plan} aria-labelledby={`plan-${plan.id}`}>
      <h3 id={`plan-${plan.id}`}>{planName(plan)}</h3>
      <p className={styles.price}>
        <strong>{priceText(plan.price?.cents ?? 0)}</strong> <span>{dueText(plan)}</span>
      </p>
      <PlanContents plan={plan} />
      {charge && <p className={styles.charge}>{charge}</p>}
      <Button
        variant={isTrial ? 'primary' : 'secondary'}
        isFullWidth
        isBusy={isBusy}
        busyLabel={m.landing_opening()}
        aria-label={m.landing_choose_plan({
          action: isTrial ? m.landing_start_trial() : m.landing_buy(),
          plan: planName(plan),
        })}
        onClick={onChoose}
      >
        {isTrial ? m.landing_start_trial() : m.landing_buy()}
      </Button>
    </Card>
  )
}
