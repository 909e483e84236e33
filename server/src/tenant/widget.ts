import type { Language } from '#contracts/languages.ts'
import { reach } from '#contracts/tenant/accent.ts'
import type { WidgetConfig } from '#contracts/tenant/widget.ts'
import { WidgetSettings } from '#contracts/tenant/widget-settings.ts'
import * as m from '#i18n/messages.js'
import type { Platform } from '#server/platform/platform.ts'
import { inLanguage, text } from '#server/platform/text/message.ts'
import { findPortal } from './portal-lookup.ts'
import { getTenant } from './reads.ts'
import type { TenantRow } from './schema.ts'
import { widgetSettingsOf } from './widget-defaults.ts'
import { pagesNamed, pagesShown } from './widget-pages.ts'

/**
 * `isGiven`: the host page names the language, so the chat is in it too. `preview`: settings that are not saved yet, of which all is shown at
 * once, on whatever page.
 */
export type WidgetRequest = { slug: string; language: Language; isGiven?: boolean; preview?: WidgetSettings | null }

/** The settings in an address; null where they are none. They show nothing that its sender did not write there. */
export function readPreview(given: unknown): WidgetSettings | null {
  try {
    return WidgetSettings.safeParse(JSON.parse(String(given))).data ?? null
  } catch {
    return null
  }
}

/** Of the button, in CSS pixels, with a gap above it. */
const HEIGHT = 72

/**
 * What the loader needs to show a business's button: its colour, darkened until white is readable on it, and its few texts in the visitor's
 * language. Null for a business that is unknown or suspended: then the host page shows nothing.
 */
export async function findWidgetConfig(
  platform: Platform,
  { slug, language, isGiven = false, preview = null }: WidgetRequest,
): Promise<WidgetConfig | null> {
  const portal = await findPortal(platform, slug)
  if (portal?.status !== 'ACTIVE') return null
  const row = await getTenant(portal.tenant)
  const { side, bottom, position, pages, preChat } = preview ?? widgetSettingsOf(row)
  const written = (message: Parameters<typeof inLanguage>[0]) => inLanguage(message, language)
  const frame = new URLSearchParams({ tenant: portal.slugs[0], embed: 'true', widget: '1', utm_source: 'website' })
  frame.set('utm_medium', 'widget')
  if (isGiven) frame.set('lang', language)
  if (preview) frame.set('prechat', preChat ? `${preChat.name} ${preChat.email}` : 'none')
  const brand = reach(row.branding.primaryColor, '#ffffff', '#000000', 4.5)
  return {
    frame: `/customer?${frame}`,
    style: `--brand:${brand};--x:${side}px;--y:${bottom}px;--above:${bottom + HEIGHT}px`,
    position,
    pages: preview ? '' : pagesShown(pages),
    offers: offersOf(row, preview, written(m.widget_offer)),
    texts: {
      open: written(m.widget_open),
      close: written(m.widget_close),
      title: written(text(m.widget_title, { business: row.name })),
      // The loader fills the number in.
      unread: written(text(m.widget_unread, { count: '{count}' })),
      decline: written(m.widget_decline),
    },
  }
}

/** Where help is offered; nowhere where the business switched it off. A text of its own is said as it is written. */
function offersOf(row: TenantRow, preview: WidgetSettings | null, usual: string): WidgetConfig['offers'] {
  // Settings of before the switch existed have none: it was on.
  if (row.customerExperience.enableProactiveSupport === false) return []
  if (preview) return preview.offers.slice(0, 1).map(({ text }) => ['', 1000, text || usual])
  return widgetSettingsOf(row).offers.map(({ path, afterSeconds, text }) => [
    pagesNamed([path]),
    afterSeconds * 1000,
    text || usual,
  ])
}
