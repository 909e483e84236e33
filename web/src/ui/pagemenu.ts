import { createContext, type ReactNode, useContext } from 'react'

/** The button that opens the sidebar on narrow screens: made by the shell, shown by each page's head. */
export const PageMenu = createContext<ReactNode>(null)

/** The menu button, or null on wide screens. */
export function usePageMenu(): ReactNode {
  return useContext(PageMenu)
}
