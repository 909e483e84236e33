import {
  IconBook2,
  IconInbox,
  IconMail,
  IconMessages,
  IconPalette,
  IconShieldCheck,
  IconUsers,
} from '@tabler/icons-react'
import type { FrontPageView } from '#contracts/signup/front-page.ts'
import * as m from '#i18n/messages.js'
import { pageLocale } from '#web/lib/format.ts'
import styles from './landing.module.css'

const FEATURES = [
  { Icon: IconBook2, title: m.landing_answers_title, text: m.landing_answers_text },
  { Icon: IconUsers, title: m.landing_people_title, text: m.landing_people_text },
  { Icon: IconInbox, title: m.landing_desk_title, text: m.landing_desk_text },
  { Icon: IconMail, title: m.landing_channels_title, text: m.landing_channels_text },
  { Icon: IconPalette, title: m.landing_brand_title, text: m.landing_brand_text },
  { Icon: IconMessages, title: m.landing_languages_title, text: m.landing_languages_text },
  { Icon: IconShieldCheck, title: m.landing_data_title, text: m.landing_data_text },
]

const share = (part: number): string =>
  part.toLocaleString(pageLocale(), { style: 'percent', maximumFractionDigits: 1 })

/** Goals, and said to be goals: no figure here is measured. What is measured is no goal any more. */
const goals = (isAnsweredMeasured: boolean) => [
  {
    figure: `< ${(0.8).toLocaleString(pageLocale(), { style: 'unit', unit: 'second', unitDisplay: 'narrow' })}`,
    text: m.landing_goal_answer(),
  },
  ...(isAnsweredMeasured ? [] : [{ figure: share(0.9), text: m.landing_goal_answered() }]),
  { figure: share(0.999), text: m.landing_goal_uptime() },
  { figure: '24/7', text: m.landing_goal_hours() },
]

/** What the product does, with the ways by which customers write that work, and what it aims for. */
export function Features({ answered }: { answered: FrontPageView['answered'] }) {
  return (
    <section id="features" className={styles.section} aria-labelledby="features-title">
      <h2 id="features-title">{m.landing_features_title()}</h2>
      <ul className={styles.features}>
        {FEATURES.map(({ Icon, title, text }) => (
          <li key={title()} className={styles.feature}>
            <Icon size={24} stroke={1.5} aria-hidden="true" />
            <h3>{title()}</h3>
            <p>{text()}</p>
          </li>
        ))}
      </ul>
      {answered && <Measured answered={answered} />}
      <h3 className={styles.goalsTitle}>{m.landing_goals_title()}</h3>
      <p className={styles.sectionText}>{m.landing_goals_text()}</p>
      <dl className={styles.goals}>
        {goals(answered !== null).map(({ figure, text }) => (
          <div key={text}>
            <dt>{text}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Measured({ answered }: { answered: NonNullable<FrontPageView['answered']> }) {
  const count = (value: number) => value.toLocaleString(pageLocale())
  return (
    <>
      <h3 className={styles.goalsTitle}>{m.landing_measured_title()}</h3>
      <p className={styles.sectionText}>
        {m.landing_measured_text({ chats: count(answered.chats), businesses: count(answered.businesses) })}
      </p>
      <dl className={styles.goals}>
        <div>
          <dt>{m.landing_goal_answered()}</dt>
          <dd>{share(answered.share)}</dd>
        </div>
      </dl>
    </>
  )
}
