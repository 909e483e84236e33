import { IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import * as m from '#i18n/messages.js'
import { Wordmark } from '#web/brand/brand.tsx'
import { LanguageMenu } from '#web/kit/language-menu.tsx'
import { FormMessage } from '#web/sign-in/form-message.tsx'
import styles from './sign-up.module.css'

type FrameProps = {
  title: string
  intro?: ReactNode
  /** Which of how many steps this is. */
  progress?: { step: number; of: number }
  children?: ReactNode
}

/** A page of the sign-up: the form on one half, on wide screens the product's sentence on the other. */
export function SignUpFrame(props: FrameProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = m.signup_window_title({ page: props.title })
    window.scrollTo(0, 0)
    // The button that led here is gone; a field that takes the focus keeps it.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [props.title])
  return (
    <div className={styles.page}>
      <main className={styles.side}>
        <header className={styles.head}>
          <a className={styles.home} href="/" aria-label={m.landing_home()}>
            <Wordmark size={30} />
          </a>
          <LanguageMenu />
        </header>
        <div className={styles.sheet}>
          {props.progress && <p className={styles.progress}>{m.signup_step(props.progress)}</p>}
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            {props.title}
          </h1>
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
