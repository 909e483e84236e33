'use client'
import { useEffect, useRef } from 'react'
import { loadSegue, type SegueSource, type WidgetEvent, type WidgetListener, type WidgetOptions } from './segue.ts'

export type SegueWidgetProps = SegueSource &
  WidgetOptions & {
    /** An identity token; null: the visitor is signed out. Without it nothing is said about the visitor. */
    identity?: string | null | undefined
    onOpen?: WidgetListener<'open'> | undefined
    onClose?: WidgetListener<'close'> | undefined
    onUnread?: WidgetListener<'unread'> | undefined
    onMessage?: WidgetListener<'message'> | undefined
    onIdentity?: WidgetListener<'identity'> | undefined
  }

/** The options of the mounted components. The newest counts: a page shows one widget. */
const mounted: WidgetOptions[] = []
let isDue = false

/** Shows the widget as the newest component wants it, once for all changes of a render; without a component it is hidden, not shut down. */
function settle(source: SegueSource): void {
  if (isDue) return
  isDue = true
  queueMicrotask(() => {
    isDue = false
    const segue = loadSegue(source)
    const newest = mounted.at(-1)
    if (!newest) segue.close()
    segue.update(newest ?? { launcher: false })
  })
}

/** Subscribes once: the listener may be another function in every render. */
function useListener<E extends WidgetEvent>(
  { origin, tenant }: SegueSource,
  event: E,
  listener: WidgetListener<E> | undefined,
): void {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(
    () => loadSegue({ origin, tenant }).on(event, (detail) => latest.current?.(detail)),
    [origin, tenant, event],
  )
}

/**
 * The widget of a business on this page, while the component is mounted. It renders nothing itself. Unmounted, it hides the button and
 * keeps the visitor's chat; where another one is mounted, the widget stays.
 */
export function SegueWidget(props: SegueWidgetProps): null {
  const { origin, tenant, theme, position, launcher, identity } = props
  useListener(props, 'open', props.onOpen)
  useListener(props, 'close', props.onClose)
  useListener(props, 'unread', props.onUnread)
  useListener(props, 'message', props.onMessage)
  useListener(props, 'identity', props.onIdentity)
  useEffect(() => {
    const options = { theme, position, launcher }
    mounted.push(options)
    settle({ origin, tenant })
    return () => {
      mounted.splice(mounted.indexOf(options), 1)
      settle({ origin, tenant })
    }
  }, [origin, tenant, theme, position, launcher])
  useEffect(() => {
    if (identity !== undefined) loadSegue({ origin, tenant }).identify(identity)
  }, [origin, tenant, identity])
  return null
}
