/** The browser's storage, or memory where a frame may not have it. Nothing here is a secret but the frame's own token. */
const memory = new Map<string, string>()

/** What was kept under a key, or null. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null
  } catch {
    return memory.get(key) ?? null
  }
}

/** Keeps a text under a key; null forgets it. */
export function storeValue(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Full or forbidden: memory lasts as long as the page.
  }
  if (value === null) memory.delete(key)
  else memory.set(key, value)
}

/** What was kept as JSON under a key; null when there is none or it cannot be read. */
export function readStoredJson<T>(key: string): T | null {
  const text = readStored(key)
  if (text === null) return null
  try {
    return JSON.parse(text) as T
  } catch {
    return null
  }
}
