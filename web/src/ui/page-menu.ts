import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react'
import * as m from '#i18n/messages.js'

/** The button that opens the sidebar on narrow screens: made by the shell, shown in each page's header. */
export const PageMenu = createContext<ReactNode>(null)

/** The menu button, or null on wide screens. */
export function usePageMenu(): ReactNode {
  return useContext(PageMenu)
}

let windowCount = 0
const watchers = new Set<() => void>()

/** Shows a number before the window's title, for tabs in the background; 0 shows none. */
export function setWindowCount(count: number): void {
  windowCount = count
  for (const watcher of watchers) watcher()
}

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** The window's title for a page, with the number of alerts before it. */
export function useWindowTitle(page: string): void {
  const count = useSyncExternalStore(watch, () => windowCount)
  useEffect(() => {
    const title = m.desk_window_title({ page })
    document.title =
      count > 0 ? m.desk_window_title_unread({ count: count > 99 ? '99+' : String(count), title }) : title
  }, [page, count])
}
