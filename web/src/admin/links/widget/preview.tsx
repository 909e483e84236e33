import { useDebouncedValue } from '@mantine/hooks'
import { useLayoutEffect, useRef } from 'react'
import type { WidgetFunction } from '#contracts/tenant/widget.ts'
import type { PreChat, WidgetSettings } from '#contracts/tenant/widget-settings.ts'
import * as m from '#i18n/messages.js'
import { useMember } from '#web/admin/session.ts'
import shared from '#web/admin/settings/settings.module.css'
import styles from './widget.module.css'

/** So long nothing is typed before the preview is made anew. */
const PAUSE_MS = 500

const FORCED: PreChat = { name: 'required', email: 'required' }

/** An empty page with the widget, as the loader makes it of the unsaved settings. What is malformed shows the saved ones. */
export function Preview({ settings, isContactRequired }: { settings: WidgetSettings; isContactRequired: boolean }) {
  const { tenant } = useMember()
  const wasOpen = useRef(false)
  const shown = JSON.stringify({ ...settings, preChat: isContactRequired ? FORCED : settings.preChat })
  const [preview] = useDebouncedValue(shown, PAUSE_MS)
  // The loader notes on the page's site that help was offered: in the preview it is offered each time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each new preview
  useLayoutEffect(() => localStorage.removeItem('segue'), [preview])
  const query = new URLSearchParams({ tenant: tenant?.slug ?? '', preview })
  const follow = (page: Window | null) => {
    const segue = (page as { Segue?: WidgetFunction } | null)?.Segue
    segue?.('on', 'open', () => {
      wasOpen.current = true
    })
    segue?.('on', 'close', () => {
      wasOpen.current = false
    })
    if (wasOpen.current) segue?.('open')
  }
  return (
    <section className={styles.preview} aria-labelledby="widget-preview">
      <h3 id="widget-preview">{m.widget_settings_preview()}</h3>
      <p className={shared.cardText}>{m.widget_settings_preview_text()}</p>
      <iframe
        key={preview}
        title={m.widget_settings_preview()}
        className={styles.page}
        srcDoc={`<!doctype html><meta name="viewport" content="width=device-width"><script src="/widget.js?${query.toString().replaceAll('&', '&amp;')}"></script>`}
        onLoad={(event) => follow(event.currentTarget.contentWindow)}
      />
    </section>
  )
}
