import type { WidgetConfig } from '#contracts/tenant/widget.ts'
import css from './view.css?inline'

/** Nothing in the host page's style sheets outranks an element's own important declarations. */
const PINNED = 'all:initial!important;position:fixed!important;z-index:2147483647!important'

export type View = ReturnType<typeof createView>

const make = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties?: Partial<HTMLElementTagNameMap[K]>,
): HTMLElementTagNameMap[K] => Object.assign(document.createElement(tag), properties)

/**
 * The button, and the window with the frame, in a closed shadow root. Everything is made by DOM calls and a constructed style sheet, which
 * no content policy of the host page forbids. `onclosed` runs after the window was closed, by whatever means.
 */
export function createView(
  { style, texts }: WidgetConfig,
  onclick: () => void,
  onclosed: (isOpen: boolean) => void,
  ondecline: () => void,
) {
  const host = make('segue-widget' as 'div')
  const root = host.attachShadow({ mode: 'closed' })
  const sheet = new CSSStyleSheet()
  const all = make('div')
  const status = make('p', { role: 'status' })
  const launcher = make('button', { onclick })
  const badge = make('b')
  // The event comes a task later: the window may be open again.
  const box = make('dialog', { ariaLabel: texts.title, onclose: () => onclosed(box.open) })
  const offer = make('div')
  const accept = make('button', { onclick })
  offer.append(accept, make('button', { onclick: ondecline, textContent: '×', ariaLabel: texts.decline }))
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]
  launcher.append(make('i'), badge)
  all.append(box, offer, launcher, status)
  root.append(all)
  host.style.cssText = PINNED
  return {
    host,
    /** Makes the frame: until then nothing is loaded. */
    frame: (src: string): HTMLIFrameElement => box.appendChild(make('iframe', { src, title: texts.title })),
    /** Arguments without names, which would be in the script twice. `offered` is empty where no help is offered. */
    render: (
      isOpen: boolean,
      unread: number,
      theme: 'light' | 'dark',
      isLeft: boolean,
      hasLauncher: boolean,
      offered: string,
    ) => {
      const news = unread ? texts.unread.replace('{count}', `${unread}`) : ''
      all.style.cssText = `${style};color-scheme:${theme}`
      all.dir = isLeft ? 'rtl' : 'ltr'
      launcher.hidden = !hasLauncher
      offer.hidden = !offered
      accept.textContent = offered
      launcher.ariaExpanded = `${isOpen}`
      launcher.ariaLabel = isOpen ? texts.close : [texts.open, news].join(news && '. ')
      status.textContent = news
      badge.textContent = `${unread || ''}`
      if (!isOpen) box.close()
      // Over a whole screen the page behind takes no focus. The browser gives the focus to the frame, and back when the window closes.
      else if (!box.open) getComputedStyle(box).top === '0px' ? box.showModal() : box.show()
    },
  }
}
