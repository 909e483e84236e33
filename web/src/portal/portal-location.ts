import { useSyncExternalStore } from 'react'
import type { ChatContext } from '#contracts/conversation/conversation.ts'
import { createAddressWatchers } from '#web/lib/address-watchers.ts'

export type Tab = 'get-help' | 'my-tickets' | 'chat-history' | 'submit-ticket' | 'help-center' | 'settings'

/** What the portal shows, stored in the page's address, so that reload and the back button work. */
export type PortalLocation = {
  tab: Tab
  /** Slug of the open article. */
  article: string | null
  /** The open chat: a context, or the id of a conversation; null while it is closed. */
  chat: string | null
  /** Id of the past chat that is read in Chat History. */
  past: string | null
}

const TABS: readonly Tab[] = ['get-help', 'my-tickets', 'chat-history', 'submit-ticket', 'help-center', 'settings']
export const CONTEXTS: readonly ChatContext[] = ['general', 'technical', 'billing', 'issue']

/** Whether the page shows the chat only, in a frame on another site (`embed=true`). */
export const isEmbedded = new URLSearchParams(globalThis.location?.search).get('embed') === 'true'

/** Whether it is in a frame, where browsers may block cookies, and not the same address opened as a page. */
export const isFramed = isEmbedded && globalThis.self !== globalThis.top

/** The context a support link asks for (`context=billing`), general by default. */
export function linkContext(): ChatContext {
  const given = new URLSearchParams(location.search).get('context')
  return CONTEXTS.find((context) => context === given) ?? 'general'
}

const { watch, notify } = createAddressWatchers()
/** The page is at the address of its help centre (`/help/{tenant}/{article}`): there the path names the article. */
const helpPath = /^\/help\/[^/]+/.exec(globalThis.location?.pathname)?.[0]
let lastAddress: string | null = null
let lastPlace: PortalLocation = { tab: 'get-help', article: null, chat: null, past: null }

/** What the address names now. */
export function currentPlace(): PortalLocation {
  if (location.href === lastAddress) return lastPlace
  lastAddress = location.href
  const query = new URLSearchParams(location.search)
  // A further part is the name of a category.
  const [, , , inPath, further] = location.pathname.split('/')
  const article = query.get('article') ?? (helpPath && inPath && !further ? inPath : null)
  const first: Tab = article || helpPath ? 'help-center' : 'get-help'
  const tab = TABS.find((one) => one === query.get('tab')) ?? first
  lastPlace = { tab, article, chat: query.get('chat'), past: query.get('past') }
  return lastPlace
}

/** The address of a portal location, for links that also open in a new tab. */
export function linkTo(next: Partial<PortalLocation>): string {
  // A past chat is left with its tab.
  const place = { ...currentPlace(), ...(next.tab && { past: null }), ...next }
  const query = new URLSearchParams(location.search)
  const isPath = helpPath && place.tab === 'help-center'
  for (const [name, value] of Object.entries(isPath ? { ...place, tab: null, article: null } : place)) {
    if (value) query.set(name, value)
    else query.delete(name)
  }
  const path = isPath && place.article ? `${helpPath}/${place.article}` : (helpPath ?? location.pathname)
  return query.size > 0 ? `${path}?${query}` : path
}

/** Shows a location and adds it to the browser's history. */
export function goTo(next: Partial<PortalLocation>): void {
  const address = linkTo(next)
  if (address === `${location.pathname}${location.search}`) return
  history.pushState({ fromHere: true }, '', address)
  notify()
}

/** Shows a location in place of the current one in the browser's history. */
export function replaceLocation(next: Partial<PortalLocation>): void {
  history.replaceState(history.state, '', linkTo(next))
  notify()
}

/** The current location. */
export function usePortalLocation(): PortalLocation {
  return useSyncExternalStore(watch, currentPlace)
}
