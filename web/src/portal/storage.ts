/** The browser's storage, or memory where a frame may not use it. The only secret in it is a frame's guest token. */
const memory = new Map<string, string>()

/** The stored text of a key, or null. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null
  } catch {
    return memory.get(key) ?? null
  }
}

/** Stores a text under a key; null removes it. */
export function storeValue(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Full or forbidden: the value stays in memory until the page is closed.
  }
  if (value === null) memory.delete(key)
  else memory.set(key, value)
}

/** Whether a stored value outlives the page. */
export function isStorageKept(): boolean {
  try {
    localStorage.setItem('segue_probe', '')
    localStorage.removeItem('segue_probe')
    return true
  } catch {
    return false
  }
}

/** Removes every key of which `isOver` is true. */
export function forgetStored(isOver: (key: string) => boolean): void {
  let keys = [...memory.keys()]
  try {
    keys = keys.concat(Object.keys(localStorage))
  } catch {
    // Forbidden: then nothing was stored but in memory.
  }
  for (const key of keys) if (isOver(key)) storeValue(key, null)
}

/** The stored JSON value of a key; null when there is none or it cannot be parsed. */
export function readStoredJson<T>(key: string): T | null {
  const text = readStored(key)
  if (text === null) return null
  try {
    return JSON.parse(text) as T
  } catch {
    return null
  }
}
