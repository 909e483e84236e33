const ALLOWED = ['http:', 'https:', 'mailto:']

/** The address of a link if it may be followed: http, https and mailto only; null for everything else. */
export function safeAddress(href: string): URL | null {
  const address = URL.canParse(href) ? new URL(href) : null
  return address && ALLOWED.includes(address.protocol) ? address : null
}

/** Whether an address is on the business's site, or on `host`, where the page itself is. */
export function isSameOrigin(address: URL, homeUrl: string, host: string | undefined): boolean {
  if (address.protocol === 'mailto:' || address.host === host) return true
  const home = safeAddress(homeUrl)?.hostname.replace(/^www\./, '')
  return home !== undefined && (address.hostname === home || address.hostname.endsWith(`.${home}`))
}
