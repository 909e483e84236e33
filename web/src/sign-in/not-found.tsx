import * as m from '#i18n/messages.js'
import { Frame } from './frame.tsx'
import styles from './sign-in.module.css'

/** An unknown path, for somebody who is not signed in. */
export function NotFound() {
  return (
    <Frame title={m.desk_not_found_title()} intro={m.signin_not_found_text()}>
      <p className={styles.foot}>
        <a href="/">{m.signin_not_found_go()}</a>
      </p>
    </Frame>
  )
}
