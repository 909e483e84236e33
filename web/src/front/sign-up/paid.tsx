import { IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { type CheckoutView, getCheckout } from '#contracts/billing/checkout.ts'
import { listPlans } from '#contracts/billing/plan.ts'
import { getSession } from '#contracts/identity/session.ts'
import * as m from '#i18n/messages.js'
import { LoadingScreen } from '#web/brand/loading.tsx'
import { checkoutIdOf, type PayingFlow, rememberFlow, type SoldPlan } from '#web/front/addresses.ts'
import { PlanContents } from '#web/front/plan-contents.tsx'
import { chargeFromToday, chargeOf, dueText, priceText } from '#web/front/plan-texts.ts'
import { useCheckout } from '#web/front/start-checkout.ts'
import { useRead } from '#web/front/use-read.ts'
import { Button, ButtonLink } from '#web/kit/button.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { CallError, call } from '#web/lib/call.ts'
import { planName } from '#web/lib/plan-name.ts'
import { Notice } from './frame.tsx'
import styles from './sign-up.module.css'

const POLL_MS = 3000

type Props = { planId: SoldPlan; flow: PayingFlow; children: (checkout: CheckoutView) => ReactNode }

/** Shows its children once the plan is paid for; before, the plan with the way to its checkout. Who has a business goes to the dashboard. */
export function WhenPaid(props: Props) {
  return (
    <WhenNew>
      <Paid {...props} />
    </WhenNew>
  )
}

/** Shows its children to whoever has no business yet, and leads the others to their dashboard. */
export function WhenNew({ children }: { children: ReactNode }) {
  const { data, error } = useRead(() => call(getSession), 'session')
  const hasBusiness = Boolean(data?.user && data.tenant)
  useEffect(() => {
    if (hasBusiness) location.replace('/admin')
  }, [hasBusiness])
  if (hasBusiness) return <Notice title={m.signup_redirecting()} />
  return data || error ? children : <LoadingScreen />
}

function Paid(props: Props) {
  const id = checkoutIdOf(location.search)
  return id ? <Checkout id={id} {...props} /> : <Unpaid {...props} />
}

function Checkout({ id, children, ...way }: Props & { id: string }) {
  const { data, error, again } = useRead(() => call(getCheckout, { params: { checkoutId: id } }), id)
  const isOpen = data?.status === 'open'
  useEffect(() => {
    if (!isOpen) return
    const timer = setInterval(again, POLL_MS)
    return () => clearInterval(timer)
  }, [isOpen, again])
  if (!data) {
    if (!error) return <LoadingScreen />
    if (error instanceof CallError && error.code === 'not_found') return <Unpaid {...way} />
    const retry = <ErrorState error={error} onRetry={again} title={null} />
    return <Notice title={m.signup_checkout_unread()} action={retry} />
  }
  switch (data.status) {
    case 'paid':
      return children(data)
    case 'open':
      return <Notice title={m.signup_waiting_payment()}>{m.signup_waiting_payment_text()}</Notice>
    case 'used':
      return (
        <Notice
          title={m.signup_used_title()}
          action={
            <ButtonLink variant="primary" href="/signin">
              {m.signup_sign_in()}
            </ButtonLink>
          }
        >
          {m.signup_error_checkout_used()}
        </Notice>
      )
    default:
      return <Unpaid {...way} />
  }
}

/** No completed checkout yet: the plan with its price, and the way to pay. */
function Unpaid({ planId, flow }: Pick<Props, 'planId' | 'flow'>) {
  const { data, error, again } = useRead(() => call(listPlans), 'plans')
  const checkout = useCheckout()
  const plan = data?.items.find(({ id }) => id === planId)
  if (!plan) {
    if (!error) return <LoadingScreen />
    return <Notice title={m.common_error_title()} action={<ErrorState error={error} onRetry={again} title={null} />} />
  }
  const charge = chargeFromToday(plan)
  const pay = () => {
    rememberFlow(flow)
    void checkout.open(planId)
  }
  return (
    <Notice
      title={m.signup_choose_title({ plan: planName(plan) })}
      action={
        <>
          <Button
            variant="primary"
            isFullWidth
            isBusy={checkout.busy !== null}
            busyLabel={m.landing_opening()}
            onClick={pay}
          >
            {m.signup_to_checkout()}
          </Button>
          <p className={styles.small}>
            {m.signup_have_account()} <a href="/signin">{m.signup_sign_in()}</a>
          </p>
        </>
      }
    >
      <p>{m.signup_choose_text({ price: priceText(plan.price?.cents ?? 0), due: dueText(plan) })}</p>
      <div className={styles.contents}>
        <PlanContents plan={plan} />
      </div>
      {charge && <p className={styles.small}>{charge}</p>}
    </Notice>
  )
}

/** What was paid, as the head of the form. */
export function PaymentSummary({ checkout }: { checkout: CheckoutView }) {
  const charge = chargeOf(checkout)
  return (
    <>
      <div className={styles.summary}>
        <IconCircleCheck size={22} stroke={1.5} aria-hidden="true" />
        <p>{m.signup_plan({ plan: planName({ id: checkout.planId, name: checkout.planName }) })}</p>
        {charge && <p>{charge}</p>}
        <p>{checkout.email ? m.signup_paid_by({ email: checkout.email }) : m.signup_paid_text()}</p>
      </div>
      {checkout.isTest && <p className={styles.test}>{m.signup_test_payment()}</p>}
    </>
  )
}
