import { useState } from 'react'
import { Skeleton } from '#web/kit/surface.tsx'
import styles from './landing.module.css'

type DemoFrameProps = { name: string; title: string; src: string }

/** The demo's real chat. Until its first message stands, the outline of a chat is shown in its place. */
export function DemoFrame({ name, title, src }: DemoFrameProps) {
  const [hasMessage, setHasMessage] = useState(false)
  const watch = (frame: HTMLIFrameElement) => {
    // A page of this same server.
    const body = frame.contentDocument?.body
    if (!body) return setHasMessage(true)
    const show = () => {
      if (!body.querySelector('article, [role="alert"]')) return
      observer.disconnect()
      setHasMessage(true)
    }
    const observer = new MutationObserver(show)
    observer.observe(body, { childList: true, subtree: true })
    show()
  }
  return (
    <div className="lp-demo-frame">
      <iframe src={src} title={title} loading="lazy" onLoad={(event) => watch(event.currentTarget)} />
      {!hasMessage && (
        <div className={styles.outline} aria-hidden="true">
          <p className={styles.outlineBar}>{name}</p>
          <div className={styles.outlineLines}>
            <Skeleton width="40%" />
            <Skeleton height="76px" radius="12px" />
          </div>
          <Skeleton height="52px" radius="12px" />
        </div>
      )}
    </div>
  )
}
