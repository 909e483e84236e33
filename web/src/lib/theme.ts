import { useSyncExternalStore } from 'react'

export type ThemeChoice = 'light' | 'dark' | 'auto'

/** Also read by public/theme-init.js before the first paint. */
const KEY = 'segue-theme'
const watchers = new Set<() => void>()
const device = globalThis.matchMedia?.('(prefers-color-scheme: dark)')
let choice: ThemeChoice = readChoice()

function readChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(KEY)
    return stored === 'light' || stored === 'dark' ? stored : 'auto'
  } catch {
    return 'auto'
  }
}

function show(): void {
  const scheme = shownTheme()
  const root = document.documentElement
  root.dataset.theme = scheme
  root.dataset.mantineColorScheme = scheme
  for (const watcher of watchers) watcher()
}

/** The theme on screen: the choice, with `auto` resolved by the device. */
export function shownTheme(): 'light' | 'dark' {
  if (choice !== 'auto') return choice
  return device?.matches ? 'dark' : 'light'
}

/** Chooses light, dark or the device's theme; stored on this device and applied in all its tabs. */
export function setTheme(next: ThemeChoice): void {
  choice = next
  try {
    localStorage.setItem(KEY, next)
  } catch {
    // In a frame without storage the choice lasts until the page is closed.
  }
  show()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** The choice (light, dark, auto) and how to change it. */
export function useTheme(): [ThemeChoice, (next: ThemeChoice) => void] {
  return [useSyncExternalStore(watch, () => choice), setTheme]
}

/** The theme on screen, for what CSS cannot style. */
export function useShownTheme(): 'light' | 'dark' {
  return useSyncExternalStore(watch, shownTheme)
}

device?.addEventListener('change', show)
globalThis.addEventListener?.('storage', (event) => {
  if (event.key !== KEY) return
  choice = readChoice()
  show()
})
