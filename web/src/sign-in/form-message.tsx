import * as m from '#i18n/messages.js'
import { Mark } from '#web/brand/brand.tsx'
import styles from './form-message.module.css'

/** The other half of the page on wide screens: the logo and one sentence about the product. */
export function FormMessage() {
  return (
    <aside className={styles.panel}>
      <span className={styles.art}>
        <Mark size={32} />
      </span>
      <div className={styles.words}>
        <p className={styles.line}>{m.signin_message_first()}</p>
        <p className={styles.line}>{m.signin_message_second()}</p>
        <p className={styles.text}>{m.signin_message_text()}</p>
      </div>
    </aside>
  )
}
