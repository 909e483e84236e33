import { type RefObject, useLayoutEffect, useState } from 'react'

/** Whether an element is at least so many pixels wide; it follows the window and the sidebar. False until it is laid out. */
export function useHasRoom(element: RefObject<HTMLElement | null>, widthPx: number): boolean {
  const [hasRoom, setHasRoom] = useState(false)
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    const measure = () => setHasRoom(box.clientWidth >= widthPx)
    const observer = new ResizeObserver(measure)
    measure()
    observer.observe(box)
    return () => observer.disconnect()
  })
  return hasRoom
}
