import type { ReactNode } from 'react'
import styles from './markdown.module.css'

const ALLOWED = ['http:', 'https:', 'mailto:']

/** The address of a link if it may be followed: http, https and mailto only; null for everything else. */
export function safeAddress(href: string): URL | null {
  const address = URL.canParse(href) ? new URL(href) : null
  return address && ALLOWED.includes(address.protocol) ? address : null
}

/** Whether an address is on the business's site. */
export function isSameOrigin(address: URL, homeUrl: string): boolean {
  if (address.protocol === 'mailto:' || address.host === globalThis.location?.host) return true
  const home = safeAddress(homeUrl)?.hostname.replace(/^www\./, '')
  return home !== undefined && (address.hostname === home || address.hostname.endsWith(`.${home}`))
}

/**
 * A link out of the page, in a new tab, without a referrer. Shows its host when it leaves the
 * business's site and its text is not the address itself.
 */
export function ExternalLink(props: { href: string; text: string; homeUrl: string; children: ReactNode }) {
  const { href, text, homeUrl, children } = props
  const address = safeAddress(href)
  if (!address) return children
  return (
    <>
      <a href={address.href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
      {text !== href && !isSameOrigin(address, homeUrl) && <span className={styles.host}> ({address.host})</span>}
    </>
  )
}
