import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import * as m from '#i18n/messages.js'
import { IconButton } from '#web/kit/button.tsx'
import styles from './carousel.module.css'
import { CAROUSEL } from './pictures.ts'
import { Screenshot, titleOf } from './screenshot.tsx'

/** Four screenshots, one at a time: by the buttons, the dots, the arrow keys or a swipe. It never moves by itself. */
export function Carousel() {
  const track = useRef<HTMLUListElement>(null)
  const current = useCurrentSlide(track)
  const show = (index: number) => {
    const slide = track.current?.children[Math.max(0, Math.min(CAROUSEL.length - 1, index))]
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    slide?.scrollIntoView({ behavior: isStill ? 'instant' : 'smooth', block: 'nearest', inline: 'start' })
  }
  const move = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    show(current + ((event.key === 'ArrowRight') === isRightToLeft ? -1 : 1))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a carousel is no set of form fields
    <div
      role="group"
      className={styles.carousel}
      aria-roledescription={m.landing_carousel()}
      aria-labelledby="screens-title"
      onKeyDown={move}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reachable by the keyboard */}
      <ul ref={track} className={styles.track} tabIndex={0} aria-labelledby="screens-title">
        {CAROUSEL.map((name) => (
          <li key={name} className={styles.slide}>
            <figure>
              <Screenshot name={name} sizes="(width >= 1000px) 960px, 92vw" />
              <figcaption>{titleOf(name)}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
      <div className={styles.controls}>
        <Step label={m.landing_previous()} isOff={current === 0} onStep={() => show(current - 1)}>
          <IconChevronLeft size={20} stroke={1.5} aria-hidden="true" />
        </Step>
        <div className={styles.dots}>
          {CAROUSEL.map((name, index) => (
            <button
              key={name}
              type="button"
              aria-label={m.landing_slide_position({
                position: index + 1,
                count: CAROUSEL.length,
                title: titleOf(name),
              })}
              aria-current={index === current || undefined}
              onClick={() => show(index)}
            />
          ))}
        </div>
        <Step label={m.landing_next()} isOff={current === CAROUSEL.length - 1} onStep={() => show(current + 1)}>
          <IconChevronRight size={20} stroke={1.5} aria-hidden="true" />
        </Step>
      </div>
    </div>
  )
}

type StepProps = { label: string; isOff: boolean; onStep: () => void; children: ReactNode }

/** At the end it keeps the focus, so that the keyboard stays in the carousel. */
const Step = ({ label, isOff, onStep, children }: StepProps) => (
  <IconButton label={label} variant="secondary" aria-disabled={isOff || undefined} onClick={() => !isOff && onStep()}>
    {children}
  </IconButton>
)

/** The slide that is seen most, however it came there. */
function useCurrentSlide(track: RefObject<HTMLUListElement | null>): number {
  const [current, setCurrent] = useState(0)
  useEffect(() => {
    const root = track.current
    if (!root) return
    const slides = [...root.children]
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) setCurrent(slides.indexOf(target))
      },
      { root, threshold: 0.6 },
    )
    for (const slide of slides) observer.observe(slide)
    return () => observer.disconnect()
  }, [track])
  return current
}
