import { IconArrowRight, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import type { DemoPortal } from '#contracts/signup/front-page.ts'
import * as m from '#i18n/messages.js'
import { Button, ButtonLink } from '#web/kit/button.tsx'
import { lazyDialog } from '#web/kit/lazy-part.tsx'
import { DemoFrame } from './demo-frame.tsx'
import { portalOf } from './portal-link.ts'

const FilmDialog = lazyDialog(async () => (await import('./film-dialog.tsx')).FilmDialog)

type HeroProps = { demo: DemoPortal | undefined; filmUrl: string | undefined }

/** What the product is, in one sentence, with the chat of a demo business and the film. */
export function Hero({ demo, filmUrl }: HeroProps) {
  const [isFilmOpen, setFilmOpen] = useState(false)
  return (
    <section className={demo ? 'lp-hero lp-with-demo' : 'lp-hero'}>
      <div className="lp-words">
        <h1>{m.landing_title()}</h1>
        <p className="lp-lead">{m.landing_lead()}</p>
        <div className="lp-actions">
          <ButtonLink
            variant="primary"
            href="#pricing"
            icon={<IconArrowRight size={18} stroke={1.5} aria-hidden="true" />}
          >
            {m.landing_start()}
          </ButtonLink>
          {filmUrl && (
            <Button
              icon={<IconPlayerPlay size={18} stroke={1.5} aria-hidden="true" />}
              onPointerEnter={FilmDialog.preload}
              onClick={() => setFilmOpen(true)}
            >
              {m.landing_film()}
            </Button>
          )}
          {demo && (
            <ButtonLink variant="quiet" href={portalOf(demo)} target="_blank" rel="noopener">
              {m.landing_demo()}
            </ButtonLink>
          )}
        </div>
        <p className="lp-note">{m.landing_no_key()}</p>
      </div>
      {demo && (
        <figure className="lp-demo">
          <DemoFrame
            name={demo.name}
            title={m.landing_demo_frame({ name: demo.name })}
            src={`${portalOf(demo)}&embed=true`}
          />
          <figcaption>{m.landing_demo_caption({ name: demo.name })}</figcaption>
        </figure>
      )}
      {filmUrl && <FilmDialog isOpen={isFilmOpen} url={filmUrl} onClose={() => setFilmOpen(false)} />}
    </section>
  )
}
