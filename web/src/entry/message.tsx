import * as m from '#i18n/messages.js'
import styles from './message.module.css'

/** The other half of the page on wide screens: the mark at full size and the one sentence of the product. */
export function Message() {
  return (
    <aside className={styles.panel}>
      <svg className={styles.art} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <defs>
          <linearGradient id="message-pass" x1="11" y1="12" x2="21" y2="20" gradientUnits="userSpaceOnUse">
            <stop offset="0" stopColor="#12595c" />
            <stop offset="1" stopColor="#38beba" />
          </linearGradient>
        </defs>
        <path fill="#38beba" d="M20.5 9a9.5 9.5 0 0 1 9.5 9.5v7.9a1.6 1.6 0 0 1-1.6 1.6h-7.9a9.5 9.5 0 0 1 0-19Z" />
        <path fill="#12595c" d="M11.5 4a9.5 9.5 0 0 1 0 19H3.6A1.6 1.6 0 0 1 2 21.4v-7.9A9.5 9.5 0 0 1 11.5 4Z" />
        <path fill="url(#message-pass)" d="M12.12 22.98a9.5 9.5 0 0 0 7.76-13.96 9.5 9.5 0 0 0-7.76 13.96Z" />
      </svg>
      <div className={styles.words}>
        <p className={styles.line}>{m.signin_message_first()}</p>
        <p className={styles.line}>{m.signin_message_second()}</p>
        <p className={styles.text}>{m.signin_message_text()}</p>
      </div>
    </aside>
  )
}
