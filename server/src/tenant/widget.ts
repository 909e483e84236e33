import type { Language } from '#contracts/languages.ts'
import { reach } from '#contracts/tenant/accent.ts'
import type { WidgetConfig } from '#contracts/tenant/widget.ts'
import * as m from '#i18n/messages.js'
import type { Platform } from '#server/platform/platform.ts'
import { inLanguage, text } from '#server/platform/text/message.ts'
import { findPortal } from './portal-lookup.ts'
import { getTenant } from './reads.ts'

/** `isGiven`: the host page names the language, so the chat is in it too. */
export type WidgetRequest = { slug: string; language: Language; isGiven?: boolean }

/**
 * What the loader needs to show a business's button: its colour, darkened until white is readable on it, and its few texts in the visitor's
 * language. Null for a business that is unknown or suspended: then the host page shows nothing.
 */
export async function findWidgetConfig(
  platform: Platform,
  { slug, language, isGiven = false }: WidgetRequest,
): Promise<WidgetConfig | null> {
  const portal = await findPortal(platform, slug)
  if (portal?.status !== 'ACTIVE') return null
  const { name, branding, customerExperience } = await getTenant(portal.tenant)
  const written = (message: Parameters<typeof inLanguage>[0]) => inLanguage(message, language)
  const frame = new URLSearchParams({ tenant: portal.slugs[0], embed: 'true', widget: '1', utm_source: 'website' })
  frame.set('utm_medium', 'widget')
  if (isGiven) frame.set('lang', language)
  return {
    frame: `/customer?${frame}`,
    color: reach(branding.primaryColor, '#ffffff', '#000000', 4.5),
    position: 'right',
    texts: {
      open: written(m.widget_open),
      close: written(m.widget_close),
      title: written(text(m.widget_title, { business: name })),
      // The loader fills the number in.
      unread: written(text(m.widget_unread, { count: '{count}' })),
      // Settings of before the switch existed have none: it was on.
      offer: customerExperience.enableProactiveSupport === false ? null : written(m.widget_offer),
      decline: written(m.widget_decline),
    },
  }
}
