import { createContext, type ReactNode, useContext, useEffect } from 'react'
import * as m from '#i18n/messages.js'

/** The button that opens the sidebar on narrow screens: made by the shell, shown in each page's header. */
export const PageMenu = createContext<ReactNode>(null)

/** The menu button, or null on wide screens. */
export function usePageMenu(): ReactNode {
  return useContext(PageMenu)
}

/** Number of unread tickets, shown before the window's title for tabs in the background. */
export const WindowCount = createContext(0)

/** The window's title for a page, with the unread count before it. */
export function useWindowTitle(page: string): void {
  const count = useContext(WindowCount)
  useEffect(() => {
    const title = m.desk_window_title({ page })
    document.title =
      count > 0 ? m.desk_window_title_unread({ count: count > 99 ? '99+' : String(count), title }) : title
  }, [page, count])
}
