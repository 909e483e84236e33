/** Small things this browser keeps for a ticket: drafts and what was not sent. Signing out removes all of it. */

export function readLocal<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

/** Null removes it. A full or missing storage keeps nothing, and that must not stop anybody from writing. */
export function storeLocal(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Kept in memory for as long as the page lives.
  }
}
