import { type RefObject, useLayoutEffect, useState } from 'react'

type Rows = {
  /** The element that scrolls; the rows begin at its top. */
  scroller: RefObject<HTMLElement | null>
  count: number
  /** The height of every row, in pixels. */
  rowHeight: number
  /** Rows to render above and below what is in view. */
  overscan: number
}

type VisibleRows = {
  /** Indexes of the rows to render: from `first` up to, not including, `end`. */
  first: number
  end: number
  /** Scrolls as little as possible until a row is in view. */
  scrollTo: (index: number) => void
}

/** Which rows of a long list are in view, when all have one height. */
export function useVisibleRows({ scroller, count, rowHeight, overscan }: Rows): VisibleRows {
  const [view, setView] = useState({ top: 0, bottom: 0 })
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => {
      const top = Math.floor(element.scrollTop / rowHeight)
      const bottom = Math.ceil((element.scrollTop + element.clientHeight) / rowHeight)
      setView((known) => (known.top === top && known.bottom === bottom ? known : { top, bottom }))
    }
    measure()
    element.addEventListener('scroll', measure, { passive: true })
    const resize = new ResizeObserver(measure)
    resize.observe(element)
    return () => {
      element.removeEventListener('scroll', measure)
      resize.disconnect()
    }
  }, [scroller, rowHeight])
  const end = Math.min(count, view.bottom + overscan)
  const scrollTo = (index: number) => {
    const element = scroller.current
    if (!element) return
    const top = index * rowHeight
    element.scrollTop = Math.min(top, Math.max(element.scrollTop, top + rowHeight - element.clientHeight))
  }
  return { first: Math.max(0, Math.min(view.top - overscan, end)), end, scrollTo }
}
