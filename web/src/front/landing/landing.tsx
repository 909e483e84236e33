import { useEffect } from 'react'
import type { DemoPortal } from '#contracts/signup/front-page.ts'
import * as m from '#i18n/messages.js'
import { Wordmark } from '#web/brand/brand.tsx'
import { ButtonLink } from '#web/kit/button.tsx'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { Features } from './features.tsx'
import { Hero } from './hero.tsx'
import styles from './landing.module.css'
import { type Contact, Navigation } from './navigation.tsx'
import { Pricing } from './pricing.tsx'
import { useFrontPage } from './use-front-page.ts'

// Below the first screen. Their places are kept, so that nothing moves when they come.
const Carousel = lazyPart(async () => (await import('./carousel.tsx')).Carousel, {
  waiting: () => <div className={styles.carouselPlace} aria-hidden="true" />,
})
const Strip = lazyPart(async () => (await import('./strip.tsx')).Strip, {
  waiting: () => <div className={styles.stripPlace} aria-hidden="true" />,
})
const Portals = lazyPart<{ demos: readonly DemoPortal[] }>(async () => (await import('./portals.tsx')).Portals, {
  waiting: () => <div className={styles.portalsPlace} aria-hidden="true" />,
})

/** The first page of a visitor: what the product does, the demo to try it, what it costs. */
export function Landing() {
  const page = useFrontPage()
  const demos = page?.demos ?? []
  const contact = page ? `mailto:${page.contactEmail}` : undefined
  useEffect(() => {
    document.title = m.landing_window_title()
  }, [])
  return (
    <div className="lp-page">
      <Navigation contact={contact} />
      <main id="main">
        <Hero demo={demos[0]} filmUrl={page?.filmUrl} />
        <section className={styles.section} aria-labelledby="screens-title">
          <h2 id="screens-title">{m.landing_screens_title()}</h2>
          <p className={styles.sectionText}>{m.landing_screens_text()}</p>
          <Carousel />
        </section>
        <Features answered={page?.answered ?? null} />
        <section className={styles.section} aria-labelledby="strip-title">
          <h2 id="strip-title">{m.landing_strip_title()}</h2>
          <Strip />
        </section>
        {demos.length > 1 && (
          <section className={styles.section} aria-labelledby="portals-title">
            <h2 id="portals-title">{m.landing_portals_title()}</h2>
            <p className={styles.sectionText}>{m.landing_portals_text()}</p>
            <Portals demos={demos} />
          </section>
        )}
        <Pricing />
        <section className={styles.closing}>
          <h2>{m.landing_closing_title()}</h2>
          <p>{m.landing_closing_text()}</p>
          <ButtonLink variant="primary" href="#pricing">
            {m.landing_start()}
          </ButtonLink>
        </section>
      </main>
      <Footer contact={contact} demo={demos[0]} />
    </div>
  )
}

function Footer({ contact, demo }: Contact & { demo: DemoPortal | undefined }) {
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
