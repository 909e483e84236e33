import type { ReactNode } from 'react'
import { isSameOrigin, safeAddress } from '#contracts/safe-link.ts'
import './markdown.css'

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
      {text !== href && !isSameOrigin(address, homeUrl, globalThis.location?.host) && (
        <span className="md-host"> ({address.host})</span>
      )}
    </>
  )
}
