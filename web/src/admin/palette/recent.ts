/** Something that was opened from the palette. */
export type Recent = { kind: 'ticket' | 'customer' | 'faq' | 'article'; id: string; title: string }

const MOST = 6
const KINDS: readonly unknown[] = ['ticket', 'customer', 'faq', 'article']

/** By business: who works for several sees what they opened in this one. */
const keyOf = (tenantId: string) => `segue-recent-${tenantId}`

const isRecent = (one: Partial<Recent>): one is Recent =>
  KINDS.includes(one?.kind) && typeof one.id === 'string' && typeof one.title === 'string'

/** What was opened last on this device, newest first. */
export function readRecent(tenantId: string): Recent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(tenantId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecent).slice(0, MOST) : []
  } catch {
    return []
  }
}

/** Stores that something was opened. Without storage nothing is recent. */
export function storeRecent(tenantId: string, opened: Recent): void {
  const others = readRecent(tenantId).filter(({ kind, id }) => kind !== opened.kind || id !== opened.id)
  try {
    localStorage.setItem(keyOf(tenantId), JSON.stringify([opened, ...others].slice(0, MOST)))
  } catch {
    // The palette then begins with sections and actions.
  }
}
