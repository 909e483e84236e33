import {
  IconArrowRight,
  IconBook2,
  IconInbox,
  IconMessages,
  IconPalette,
  IconShieldCheck,
  IconUsers,
} from '@tabler/icons-react'
import { useEffect } from 'react'
import { type FrontPageView, getFrontPage } from '#contracts/signup/front-page.ts'
import * as m from '#i18n/messages.js'
import { Wordmark } from '#web/brand/brand.tsx'
import { useRead } from '#web/front/use-read.ts'
import { ButtonLink } from '#web/kit/button.tsx'
import { LanguageMenu } from '#web/kit/language-menu.tsx'
import { call } from '#web/lib/call.ts'
import { DemoFrame } from './demo-frame.tsx'
import styles from './landing.module.css'
import { Pricing } from './pricing.tsx'

/** The first page of a visitor: what the product does, the demo to try it, what it costs. */
export function Landing() {
  const page = useRead(() => call(getFrontPage), 'front page').data
  const demo = page?.demo ?? null
  const contact = page ? `mailto:${page.contactEmail}` : undefined
  useEffect(() => {
    document.title = m.landing_window_title()
  }, [])
  return (
    <div className={styles.page}>
      <Navigation contact={contact} />
      <main id="main">
        <Hero demo={demo} />
        <Features />
        <Pricing />
        <section className={styles.closing}>
          <h2>{m.landing_closing_title()}</h2>
          <p>{m.landing_closing_text()}</p>
          <ButtonLink variant="primary" href="#pricing">
            {m.landing_start()}
          </ButtonLink>
        </section>
      </main>
      <Footer contact={contact} demo={demo} />
    </div>
  )
}

type Demo = FrontPageView['demo']
/** Undefined until it is read: the link is there, and leads nowhere yet. */
type Contact = { contact: string | undefined }

function Navigation({ contact }: Contact) {
  return (
    <header className={styles.head}>
      <a className={styles.skip} href="#main">
        {m.landing_skip()}
      </a>
      <a className={styles.home} href="/" aria-label={m.landing_home()}>
        <Wordmark size={26} />
      </a>
      <nav className={styles.links} aria-label={m.landing_navigation()}>
        <a href="#features">{m.landing_nav_features()}</a>
        <a href="#pricing">{m.landing_nav_pricing()}</a>
        <a href={contact}>{m.landing_nav_contact()}</a>
      </nav>
      <div className={styles.signIns}>
        <LanguageMenu />
        <a className={styles.quietLink} href="/signin?mode=customer">
          {m.landing_customer_login()}
        </a>
        <ButtonLink size="sm" href="/signin">
          {m.landing_business_login()}
        </ButtonLink>
      </div>
    </header>
  )
}

const portalOf = ({ slug }: NonNullable<Demo>) => `/customer?tenant=${encodeURIComponent(slug)}`

function Hero({ demo }: { demo: Demo }) {
  return (
    <section className={demo ? `${styles.hero} ${styles.withDemo}` : styles.hero}>
      <div className={styles.heroWords}>
        <h1>{m.landing_title()}</h1>
        <p className={styles.lead}>{m.landing_lead()}</p>
        <div className={styles.actions}>
          <ButtonLink
            variant="primary"
            href="#pricing"
            icon={<IconArrowRight size={18} stroke={1.5} aria-hidden="true" />}
          >
            {m.landing_start()}
          </ButtonLink>
          {demo && (
            <ButtonLink href={portalOf(demo)} target="_blank" rel="noopener">
              {m.landing_demo()}
            </ButtonLink>
          )}
        </div>
        <p className={styles.note}>{m.landing_no_key()}</p>
      </div>
      {demo && (
        <figure className={styles.demo}>
          <DemoFrame
            name={demo.name}
            title={m.landing_demo_frame({ name: demo.name })}
            src={`${portalOf(demo)}&embed=true`}
          />
          <figcaption>{m.landing_demo_caption({ name: demo.name })}</figcaption>
        </figure>
      )}
    </section>
  )
}

const FEATURES = [
  { Icon: IconBook2, title: m.landing_answers_title, text: m.landing_answers_text },
  { Icon: IconUsers, title: m.landing_people_title, text: m.landing_people_text },
  { Icon: IconInbox, title: m.landing_desk_title, text: m.landing_desk_text },
  { Icon: IconPalette, title: m.landing_brand_title, text: m.landing_brand_text },
  { Icon: IconMessages, title: m.landing_languages_title, text: m.landing_languages_text },
  { Icon: IconShieldCheck, title: m.landing_data_title, text: m.landing_data_text },
]

function Features() {
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
    </section>
  )
}

function Footer({ contact, demo }: Contact & { demo: Demo }) {
  return (
    <footer className={styles.foot}>
      <Wordmark size={22} />
      <nav className={styles.links} aria-label={m.landing_footer()}>
        <a href="#features">{m.landing_nav_features()}</a>
        <a href="#pricing">{m.landing_nav_pricing()}</a>
        <a href={contact}>{m.landing_nav_contact()}</a>
        {demo && <a href={`/help?tenant=${encodeURIComponent(demo.slug)}`}>{m.landing_help_center()}</a>}
      </nav>
    </footer>
  )
}
