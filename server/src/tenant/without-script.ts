import type { Language } from '#contracts/languages.ts'
import { safeAddress } from '#contracts/safe-link.ts'
import type { PortalView } from '#contracts/tenant/portal.ts'
import * as m from '#i18n/messages.js'
import { escapeHtml } from '#server/platform/text/text.ts'

/** What a visitor without JavaScript gets in place of chat and forms, as markup: how else the business is reached. */
export function withoutScript({ slug, name, businessInfo, allowPublicTickets }: PortalView, locale: Language): string {
  const { supportEmail, phone, website } = businessInfo
  const site = safeAddress(website)
  const form = `/api/portal/${encodeURIComponent(slug)}/form`
  const ways = [
    // Beside a frame: in it the form's cookie may not arrive.
    allowPublicTickets && link(form, m.plain_form_link({}, { locale }), '_blank'),
    // In a frame, the page around it stays: a help centre is not shown in frames.
    link(`/help/${encodeURIComponent(slug)}`, m.portal_no_script_help({}, { locale })),
    supportEmail && `${m.portal_info_email({}, { locale })}: ${link(`mailto:${supportEmail}`, supportEmail)}`,
    phone && `${m.portal_info_phone({}, { locale })}: ${link(`tel:${phone.replace(/[^+\d]/g, '')}`, phone)}`,
    site && `${m.portal_info_website({}, { locale })}: ${link(site.href, site.host)}`,
  ]
  const items = ways.filter(Boolean).map((way) => `<li>${way}</li>`)
  const why = escapeHtml(m.portal_no_script({ business: name }, { locale }))
  return `<noscript><div class="pf-ways"><p>${why}</p><ul>${items.join('')}</ul></div></noscript>`
}

const link = (address: string, text: string, target: '_top' | '_blank' = '_top') =>
  `<a href="${escapeHtml(address)}" target="${target}" rel="noopener">${escapeHtml(text)}</a>`
