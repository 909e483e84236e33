import { IconCookieOff } from '@tabler/icons-react'
import * as m from '#i18n/messages.js'
import styles from './cookie-notice.module.css'
import { areCookiesRefused } from './guest-session.ts'
import { isStorageKept } from './storage.ts'

/** Says that this browser keeps neither cookies nor stored data: chat and tickets work, until the page is closed. Nothing where one of them is kept. */
export function CookieNotice() {
  if (!areCookiesRefused() || isStorageKept()) return null
  return (
    <p className={styles.notice} role="note">
      <IconCookieOff size={18} stroke={1.5} aria-hidden="true" />
      {m.portal_cookies_refused({ host: location.hostname })}
    </p>
  )
}
