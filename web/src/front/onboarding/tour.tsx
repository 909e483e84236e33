import { IconBook2, IconInbox, IconListCheck, IconSettings, IconSparkles } from '@tabler/icons-react'
import { useState } from 'react'
import * as m from '#i18n/messages.js'
import { SignUpFrame } from '#web/front/sign-up/frame.tsx'
import signUp from '#web/front/sign-up/sign-up.module.css'
import { Button } from '#web/kit/button.tsx'
import styles from './onboarding.module.css'

const STOPS = [
  { Icon: IconListCheck, text: m.onboarding_tour_overview },
  { Icon: IconInbox, text: m.onboarding_tour_tickets },
  { Icon: IconBook2, text: m.onboarding_tour_knowledge },
  { Icon: IconSparkles, text: m.onboarding_tour_agents },
  { Icon: IconSettings, text: m.onboarding_tour_settings },
]

/** What is where, before the dashboard opens. */
export function Tour({ onFinish }: { onFinish: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const finish = async () => {
    setBusy(true)
    setFailed(false)
    await onFinish().catch(() => {
      setFailed(true)
      setBusy(false)
    })
  }
  return (
    <SignUpFrame title={m.onboarding_tour_title()} progress={{ step: 3, of: 3 }}>
      <ul className={styles.tour}>
        {STOPS.map(({ Icon, text }) => (
          <li key={text()} className={styles.stop}>
            <Icon size={22} stroke={1.5} aria-hidden="true" />
            <p>{text()}</p>
          </li>
        ))}
      </ul>
      <div className={signUp.actions}>
        <div role="alert" className={hasFailed ? signUp.refusal : undefined}>
          {hasFailed && m.onboarding_finish_failed()}
        </div>
        <Button variant="primary" isFullWidth isBusy={isBusy} onClick={() => void finish()}>
          {m.onboarding_finish()}
        </Button>
      </div>
    </SignUpFrame>
  )
}
