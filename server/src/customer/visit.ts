import type { VisitView } from '#contracts/customer/visit.ts'

const LONGEST_PAGE = 200
const LONGEST_WORD = 60

/**
 * How a visitor came: `from` is the page they came from, `portal` the address of the portal's page that asks for a session. Of the first only
 * origin and path are kept, of both only three words of the query: queries carry secrets and personal data. Null where neither says
 * anything.
 */
export function visitOf(from: string | undefined, portal: string | undefined): VisitView | null {
  const [origin, here] = [addressOf(from), addressOf(portal)]
  const word = (name: string) => wordOf(here?.searchParams.get(name) ?? origin?.searchParams.get(name))
  const visit = {
    page: origin && origin.origin !== here?.origin ? `${origin.origin}${origin.pathname}`.slice(0, LONGEST_PAGE) : null,
    source: word('utm_source'),
    medium: word('utm_medium'),
    campaign: word('utm_campaign'),
  }
  return Object.values(visit).some((value) => value !== null) ? visit : null
}

function addressOf(given: string | undefined): URL | null {
  const url = given && URL.canParse(given) ? new URL(given) : null
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url : null
}

/** Lower case, so that a link's source is one whatever its case. `none` is no word: in filters it means that there is none. */
function wordOf(given: string | null | undefined): string | null {
  const word = given?.normalize('NFC').toLowerCase().slice(0, LONGEST_WORD)
  const kept = word?.replace(/[^\p{L}\p{M}\p{N} ._~+-]/gu, '').trim()
  return kept && kept !== 'none' ? kept : null
}
