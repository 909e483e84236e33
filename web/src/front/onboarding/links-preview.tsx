import { IconCopy, IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import type { CustomerLink } from '#contracts/signup/onboarding.ts'
import * as m from '#i18n/messages.js'
import { SignUpFrame } from '#web/front/sign-up/frame.tsx'
import signUp from '#web/front/sign-up/sign-up.module.css'
import { Button, IconButton } from '#web/kit/button.tsx'
import { showToast } from '#web/kit/toast.tsx'
import { failureText } from '#web/lib/failure-text.ts'
import styles from './onboarding.module.css'

const copy = (text: string) =>
  navigator.clipboard.writeText(text).then(
    () => showToast(m.onboarding_copied()),
    () => showToast(m.onboarding_copy_failed(), 'error'),
  )

/** The four links that were made with the portal. */
export function LinksPreview({ links, onContinue }: { links: CustomerLink[]; onContinue: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false)
  const go = async () => {
    setBusy(true)
    await onContinue().catch((error: unknown) => {
      showToast(failureText(error), 'error')
      setBusy(false)
    })
  }
  return (
    <SignUpFrame title={m.onboarding_links_title()} intro={m.onboarding_links_text()} progress={{ step: 2, of: 3 }}>
      <ul className={styles.links}>
        {links.map(({ kind, url, title, usage }) => (
          <li key={kind} className={styles.link}>
            <div>
              <strong>{title}</strong>
              <p className={signUp.small}>{usage}</p>
              <code className={styles.url}>{url}</code>
            </div>
            <IconButton size="sm" label={m.onboarding_copy({ title })} onClick={() => void copy(url)}>
              <IconCopy size={18} stroke={1.5} />
            </IconButton>
          </li>
        ))}
      </ul>
      <div className={signUp.actions}>
        <Button variant="primary" isFullWidth isBusy={isBusy} onClick={() => void go()}>
          {m.signup_continue()}
        </Button>
        <a className={styles.portal} href={links[0]?.url} target="_blank" rel="noopener">
          {m.onboarding_open()} <IconExternalLink size={16} stroke={1.5} aria-hidden="true" />
        </a>
      </div>
    </SignUpFrame>
  )
}
