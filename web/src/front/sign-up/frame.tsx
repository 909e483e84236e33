import { IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import * as m from '#i18n/messages.js'
import { Wordmark } from '#web/brand/brand.tsx'
import { FormMessage } from '#web/sign-in/form-message.tsx'
import styles from './sign-up.module.css'

/** A page of the sign-up: the form on one half, on wide screens the product's sentence on the other. */
export function SignUpFrame(props: { title: string; intro?: ReactNode; children?: ReactNode }) {
  useEffect(() => {
    document.title = m.signup_window_title({ page: props.title })
  }, [props.title])
  return (
    <div className={styles.page}>
      <main className={styles.side}>
        <header className={styles.head}>
          <a className={styles.home} href="/" aria-label={m.landing_home()}>
            <Wordmark size={30} />
          </a>
        </header>
        <div className={styles.sheet}>
          <h1 className={styles.title}>{props.title}</h1>
          {props.intro && <div className={styles.intro}>{props.intro}</div>}
          {props.children}
        </div>
      </main>
      <FormMessage />
    </div>
  )
}

/** A state of the page without a form: a sentence, and perhaps what to do. */
export function Notice({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <SignUpFrame title={title} intro={children}>
      {action && <div className={styles.actions}>{action}</div>}
    </SignUpFrame>
  )
}

/** The account exists; the page moves on by itself. */
export function Success() {
  return (
    <SignUpFrame title={m.signup_success_title()}>
      <div className={styles.success} role="status">
        <IconCircleCheck size={32} stroke={1.5} aria-hidden="true" />
        <p>{m.signup_success_text()}</p>
      </div>
    </SignUpFrame>
  )
}
