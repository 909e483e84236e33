/** Drafts and unsent texts in this browser's storage. Signing out removes those whose key begins with `segue-`. */

export function readLocal<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

/** Stores a value; null removes it. A full or missing storage is ignored, so that writing goes on. */
export function storeLocal(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // The value stays in memory until the page is closed.
  }
}

export function localKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}
