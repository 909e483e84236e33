import { type ReactNode, useEffect } from 'react'
import * as m from '#i18n/messages.js'
import { Wordmark } from '#web/brand/brand.tsx'
import { LanguageMenu } from '#web/kit/language-menu.tsx'
import { FormMessage } from './form-message.tsx'
import styles from './sign-in.module.css'

type FrameProps = { title: string; intro: ReactNode; children?: ReactNode }

/** The page around every form of an account that is not signed in: logo, title, one sentence, and the form. */
export function Frame({ title, intro, children }: FrameProps) {
  useEffect(() => {
    document.title = m.signin_window_title({ page: title })
  }, [title])
  return (
    <div className={styles.page}>
      <main className={styles.side}>
        <header className={styles.head}>
          <Wordmark size={30} />
          <LanguageMenu />
        </header>
        <div className={styles.sheet}>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.intro}>{intro}</p>
          {children}
        </div>
      </main>
      <FormMessage />
    </div>
  )
}
