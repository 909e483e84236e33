import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Closer to the end than this, in pixels, counts as being there. */
const NEAR = 48

/** A list that stays scrolled to its end while the reader is there, and keeps its position while they read further up. */
export type EndScroll = { isAtEnd: boolean; toEnd: (isSmooth?: boolean) => void; keepPosition: () => void }

/**
 * Follows `content` growing inside `box`: new messages, deltas, pictures that load, the keyboard that opens.
 * `keepPosition` is called right before older messages are inserted above.
 */
export function useEndScroll(box: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>): EndScroll {
  const [isAtEnd, setAtEnd] = useState(true)
  const isStuck = useRef(true)
  const heightBefore = useRef<number | null>(null)
  useLayoutEffect(() => {
    const [outer, inner] = [box.current, content.current]
    if (!outer || !inner) return
    const settle = () => {
      if (heightBefore.current !== null && outer.scrollHeight !== heightBefore.current) {
        outer.scrollTop += outer.scrollHeight - heightBefore.current
        heightBefore.current = null
      } else if (isStuck.current) outer.scrollTop = outer.scrollHeight
    }
    settle()
    const observer = new ResizeObserver(settle)
    observer.observe(inner)
    observer.observe(outer)
    return () => observer.disconnect()
  }, [box, content])
  useEffect(() => {
    const outer = box.current
    if (!outer) return
    let lastTop = outer.scrollTop
    const updateIsAtEnd = () => {
      const isNear = outer.scrollHeight - outer.scrollTop - outer.clientHeight < NEAR
      // Only scrolling up leaves the end; content that grows below does not.
      if (isNear) isStuck.current = true
      else if (outer.scrollTop < lastTop) isStuck.current = false
      lastTop = outer.scrollTop
      setAtEnd(isStuck.current)
    }
    outer.addEventListener('scroll', updateIsAtEnd, { passive: true })
    return () => outer.removeEventListener('scroll', updateIsAtEnd)
  }, [box])
  return {
    isAtEnd,
    toEnd: (isSmooth) => {
      isStuck.current = true
      box.current?.scrollTo({ top: box.current.scrollHeight, behavior: isSmooth ? 'smooth' : 'instant' })
    },
    keepPosition: () => {
      heightBefore.current = box.current?.scrollHeight ?? null
    },
  }
}

/** Height of what is visible above the on-screen keyboard, as `--visible-height` on `box` (iOS does not shrink the page). */
export function useVisibleHeight(box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const view = globalThis.visualViewport
    if (!view) return
    const follow = () => {
      box.current?.style.setProperty('--visible-height', `${view.height}px`)
      box.current?.style.setProperty('--visible-top', `${view.offsetTop}px`)
    }
    follow()
    view.addEventListener('resize', follow)
    view.addEventListener('scroll', follow)
    return () => {
      view.removeEventListener('resize', follow)
      view.removeEventListener('scroll', follow)
    }
  }, [box])
}
