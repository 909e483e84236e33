import { IconMenu2 } from '@tabler/icons-react'
import * as m from '#i18n/messages.js'
import { Wordmark } from '#web/brand/brand.tsx'
import { ButtonLink } from '#web/kit/button.tsx'
import { LanguageMenu } from '#web/kit/language-menu.tsx'
import { Menu } from '#web/kit/menu.tsx'
import styles from './landing.module.css'

/** Undefined until it is read: the link is there, and leads nowhere yet. */
export type Contact = { contact: string | undefined }

const CUSTOMER_LOGIN = '/signin?mode=customer'
const BUSINESS_LOGIN = '/signin'

/** The name, the parts of the page and the two sign-ins; on a phone all of them are in a menu. */
export function Navigation({ contact }: Contact) {
  const parts = [
    { label: m.landing_nav_features(), href: '#features' },
    { label: m.landing_nav_pricing(), href: '#pricing' },
    { label: m.landing_nav_contact(), href: contact },
  ]
  const items = [
    ...parts,
    { label: m.landing_customer_login(), href: CUSTOMER_LOGIN },
    { label: m.landing_business_login(), href: BUSINESS_LOGIN },
  ]
  return (
    <header className="lp-head">
      <a className={styles.skip} href="#main">
        {m.landing_skip()}
      </a>
      <a className={styles.home} href="/" aria-label={m.landing_home()}>
        <Wordmark size={26} />
      </a>
      <nav className={styles.links} aria-label={m.landing_navigation()}>
        {parts.map(({ label, href }) => (
          <a key={label} href={href}>
            {label}
          </a>
        ))}
      </nav>
      <div className={styles.signIns}>
        <LanguageMenu />
        <a className={styles.quietLink} href={CUSTOMER_LOGIN}>
          {m.landing_customer_login()}
        </a>
        <ButtonLink size="sm" href={BUSINESS_LOGIN}>
          {m.landing_business_login()}
        </ButtonLink>
        <Menu
          className={styles.phoneMenu}
          label={m.landing_menu()}
          icon={<IconMenu2 size={22} stroke={1.5} />}
          items={items.map(({ label, href }) => ({ label, onSelect: () => href && location.assign(href) }))}
        />
      </div>
    </header>
  )
}
