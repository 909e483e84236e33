import type { MouseEvent } from 'react'

/**
 * Whether a click on a link is followed on this page. With another button or a key held the browser follows it: in a new tab or
 * window, or as a download (Alt).
 */
export function isFollowedHere({ button, metaKey, ctrlKey, shiftKey, altKey }: Click): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}

type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>
