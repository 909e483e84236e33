import type { CSSProperties } from 'react'
import type { DemoPortal } from '#contracts/signup/front-page.ts'
import { accentTokens, isHexColor } from '#contracts/tenant/accent.ts'
import * as m from '#i18n/messages.js'
import { ButtonLink } from '#web/kit/button.tsx'
import { Card } from '#web/kit/surface.tsx'
import { portalOf } from './portal-link.ts'
import styles from './portals.module.css'

/** The demo businesses as small portals, each in its own colour and with its own icon and words. */
export function Portals({ demos }: { demos: readonly DemoPortal[] }) {
  return (
    <ul className={styles.portals}>
      {demos.map((demo) => (
        <li key={demo.slug}>
          <Card
            className={styles.portal}
            style={(isHexColor(demo.primaryColor) ? accentTokens(demo.primaryColor) : {}) as CSSProperties}
          >
            <p className={styles.bar}>
              <img
                src={`/api/portal/${encodeURIComponent(demo.slug)}/icon`}
                width={32}
                height={32}
                loading="lazy"
                alt=""
              />
              <strong>{demo.name}</strong>
            </p>
            <p className={styles.text}>{demo.description}</p>
            <ButtonLink
              variant="primary"
              isFullWidth
              href={portalOf(demo)}
              target="_blank"
              rel="noopener"
              aria-label={m.landing_portals_open_of({ name: demo.name })}
            >
              {m.landing_portals_open()}
            </ButtonLink>
          </Card>
        </li>
      ))}
    </ul>
  )
}
