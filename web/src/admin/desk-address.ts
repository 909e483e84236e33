import { useSyncExternalStore } from 'react'
import { createAddressWatchers } from '#web/lib/address-watchers.ts'
import { type SectionId, sectionFrom } from './sections.ts'

/** The address after `?`: the section and its part of the address (filters, the open ticket), all as text. */
export type DeskSearch = { section: SectionId } & { [name: string]: string | undefined }

/** Reads `?a=b` as plain text values, without JSON parsing. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** Writes it back; empty values are left out, the section comes first. */
export function stringifySearch(search: Record<string, unknown>): string {
  const { section, ...rest } = search
  const query = new URLSearchParams()
  for (const [name, value] of [['section', section] as const, ...Object.entries(rest)]) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  const text = query.toString()
  return text ? `?${text}` : ''
}

/** Validates the section; other values are passed through. */
export function validateSearch(search: Record<string, unknown>): DeskSearch {
  return { ...(search as Record<string, string>), section: sectionFrom(search.section) }
}

type DeskAddress = { path: string; search: DeskSearch }

const { watch, notify } = createAddressWatchers()
let shown: DeskAddress | null = null
let shownHref = ''

/** Whether sections are shown at a path; every other path keeps the address it was opened with. */
export function hasSections(path: string): boolean {
  return path === '/admin' || path === '/dashboard'
}

/**
 * The current address; the same object until it changes. `/` is the desk's for members. Where there are sections, an unknown or missing one is
 * replaced in the browser's address too.
 */
function readAddress(): DeskAddress {
  const href = location.pathname + location.search
  if (shown && href === shownHref) return shown
  const search = validateSearch(parseSearch(location.search))
  const path = location.pathname === '/' ? '/admin' : location.pathname.replace(/(.)\/+$/, '$1')
  shown = { path, search }
  shownHref = hasSections(path) ? path + stringifySearch(search) : href
  if (href !== shownHref) history.replaceState(history.state, '', shownHref + location.hash)
  return shown
}

function goTo(search: DeskSearch, isReplacing: boolean): void {
  const href = location.pathname + stringifySearch(search)
  if (href === location.pathname + location.search) return
  if (isReplacing) history.replaceState(history.state, '', href)
  else history.pushState(null, '', href)
  notify()
}

/** The path of the page, without a slash at its end. */
export function useDeskPath(): string {
  return useSyncExternalStore(watch, readAddress).path
}

/** Changes the section's own values; undefined or '' removes one. */
function changeSearch(patch: Record<string, string | undefined>, options?: { replace?: boolean }): void {
  goTo({ ...readAddress().search, ...patch }, options?.replace ?? false)
}

/**
 * The section's own part of the address and how to change it. A change is a step in the browser's history unless
 * `replace`; undefined or '' removes a value.
 */
export function useSectionSearch(): [
  search: Readonly<Record<string, string | undefined>>,
  change: (patch: Record<string, string | undefined>, options?: { replace?: boolean }) => void,
] {
  return [useSyncExternalStore(watch, readAddress).search, changeSearch]
}

/** A section's own values in the address. */
export type SectionValues = Record<string, string | undefined>

/** Opens a section with its own values; the old section's part of the address goes. */
export function openSection(section: SectionId, values: SectionValues = {}): void {
  goTo({ ...values, section }, false)
}

/** The open section and how to open another, which drops the old section's part of the address. */
export function useSection(): [section: SectionId, open: (section: SectionId) => void] {
  return [useSyncExternalStore(watch, readAddress).search.section, openSection]
}

/** The address of a section with its own values, for links that also open in a new tab. */
export function sectionHref(section: SectionId, values: SectionValues = {}): string {
  return location.pathname + stringifySearch({ ...values, section })
}
