import { accentTokens, isHexColor } from '#contracts/tenant/accent.ts'
import type { BrandingView } from '#contracts/tenant/branding.ts'
import * as m from '#i18n/messages.js'
import { useMember } from '#web/admin/session.ts'
import { topicIcons } from '#web/lib/topic-icons.ts'
import styles from './branding.module.css'
import type { Draft } from './branding-form.tsx'
import { questionsOf } from './typed-questions.ts'

/** How the portal's start page would look with the unsaved changes. */
export function Preview({ view, draft }: { view: BrandingView; draft: Draft }) {
  const { tenant } = useMember()
  const color = draft.primaryColor ?? view.branding.primaryColor
  const logo = draft.logo === undefined ? view.branding.logo : (draft.logo?.url ?? null)
  const own = (draft.texts ?? view.texts).en
  const name = tenant?.name ?? ''
  return (
    <section
      className={styles.preview}
      style={accentTokens(isHexColor(color) ? color : '#38beba')}
      aria-label={m.settings_preview()}
    >
      <p className={styles.previewLabel}>{m.settings_preview()}</p>
      <div className={styles.previewBrand}>
        {logo ? (
          <img src={logo} alt="" width={32} height={32} />
        ) : (
          <span className={styles.previewInitial} aria-hidden="true">
            {[...name][0]?.toUpperCase()}
          </span>
        )}
        <strong>{name}</strong>
      </div>
      <p className={styles.previewHeading}>{own?.heading || m.portal_home_heading()}</p>
      <p>
        {own?.welcomeMessage || (draft.welcomeMessage ?? view.branding.welcomeMessage) || m.portal_welcome_default()}
      </p>
      <span className={styles.previewButton}>{m.portal_chat_start()}</span>
      {questionsOf(own?.questions).map((question) => (
        <span key={question} className={styles.previewQuestion}>
          {question}
        </span>
      ))}
      <ul className={styles.previewTopics}>
        {(draft.topics ?? view.topics).map(({ key, icon, title, text }) => {
          const Icon = topicIcons[icon]
          return (
            <li key={key}>
              <Icon size={20} stroke={1.5} aria-hidden="true" />
              <span>
                <strong>{title}</strong> {text}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
