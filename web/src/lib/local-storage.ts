/** Drafts and unsent texts in this browser's storage. Signing out removes those whose key begins with `segue-`. */

const OF_PERSON = 'segue-'
let person = ''

/**
 * From now on keys that begin with `segue-` are those of this person in this business. What they have not sent neither shows nor goes out
 * under the name of somebody else who signs in here after their session ended, and is there again for them.
 */
export function keepFor(userId: string, tenantId: string): void {
  person = `${userId}-${tenantId}-`
}

const keyOf = (key: string): string =>
  key.startsWith(OF_PERSON) ? OF_PERSON + person + key.slice(OF_PERSON.length) : key

export function readLocal<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(key)) ?? 'null') as T | null
  } catch {
    return null
  }
}

/** Stores a value; null removes it. A full or missing storage is ignored, so that writing goes on. */
export function storeLocal(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(keyOf(key))
    else localStorage.setItem(keyOf(key), JSON.stringify(value))
  } catch {
    // The value stays in memory until the page is closed.
  }
}

export function localKeys(prefix: string): string[] {
  try {
    const stored = keyOf(prefix)
    return Object.keys(localStorage).flatMap((key) => (key.startsWith(stored) ? prefix + key.slice(stored.length) : []))
  } catch {
    return []
  }
}
