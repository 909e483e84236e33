import type { ReactNode } from 'react'
import { safeAddress } from '#contracts/safe-link.ts'
import type { PortalView } from '#contracts/tenant/portal.ts'
import * as m from '#i18n/messages.js'
import { Badge, Card } from '#web/kit/surface.tsx'
import { hoursText, openingText, timeThere } from './business-hours.ts'
import styles from './home.module.css'

/** The business info card with contact and hours; empty fields are left out. */
export function BusinessCard({ portal }: { portal: PortalView }) {
  const { companyName, supportEmail, phone, website, timezone, businessHours, description } = portal.businessInfo
  const site = safeAddress(website)
  const hours = hoursText(businessHours)
  return (
    <Card aria-labelledby="business">
      <h2 id="business" className={styles.company}>
        {companyName || portal.name} {portal.isDemo && <Badge tone="waiting">{m.portal_demo()}</Badge>}
      </h2>
      {portal.isDemo && <p className={styles.about}>{m.portal_demo_text()}</p>}
      {description && <p className={styles.about}>{description}</p>}
      <dl className={styles.facts}>
        <Fact name={m.portal_info_email()}>
          {supportEmail && <a href={`mailto:${supportEmail}`}>{supportEmail}</a>}
        </Fact>
        <Fact name={m.portal_info_phone()}>{phone && <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>}</Fact>
        <Fact name={m.portal_info_website()}>
          {site && (
            <a href={site.href} target="_blank" rel="noopener">
              {site.host.replace(/^www\./, '')}
            </a>
          )}
        </Fact>
        <Fact name={m.portal_info_hours()}>
          {hours.days}
          {hours.times && <span className={styles.times}>{hours.times}</span>}
          <span className={styles.aside}>{openingText(portal)}</span>
        </Fact>
        <Fact name={m.portal_info_timezone()}>
          {timezone.replaceAll('_', ' ')}
          <span className={styles.aside}>{m.portal_info_local_time({ time: timeThere(timezone) })}</span>
        </Fact>
      </dl>
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
