import { LANGUAGES, type Language } from '#contracts/languages.ts'
import type { CustomerLinksView } from '#contracts/signup/customer-links.ts'
import type { CustomerLink, LinkKind } from '#contracts/signup/onboarding.ts'
import { LINK_KINDS } from '#contracts/signup/steps.ts'
import * as m from '#i18n/messages.js'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { inLanguage, type Text } from '#server/platform/text/message.ts'
import type { TenantRow } from '#server/tenant/schema.ts'
import { portalUrlOf, readTenant } from '#server/tenant/service.ts'
import { insertCustomerLinks, listCustomerLinkRows } from './queries.ts'

const TEXTS: Record<LinkKind, { title: Text; description: Text; usage: Text }> = {
  basic: { title: m.signup_link_basic, description: m.signup_link_basic_text, usage: m.signup_link_basic_usage },
  website: {
    title: m.signup_link_website,
    description: m.signup_link_website_text,
    usage: m.signup_link_website_usage,
  },
  email: { title: m.signup_link_email, description: m.signup_link_email_text, usage: m.signup_link_email_usage },
  social: { title: m.signup_link_social, description: m.signup_link_social_text, usage: m.signup_link_social_usage },
}

/** The four links of a new business, worded in its language. */
export const insertDefaultLinks = (t: Tx, language: Language) =>
  insertCustomerLinks(
    t,
    LINK_KINDS.map((kind) => {
      const { title, description, usage } = TEXTS[kind]
      return {
        kind,
        title: inLanguage(title, language),
        description: inLanguage(description, language),
        usage: inLanguage(usage, language),
      }
    }),
  )

/**
 * The links to the portal, in the reader's language: they are stored in that of the sign-up. A business without stored ones, as one that the
 * operator created, has the default texts.
 */
export async function readCustomerLinks(
  t: Tx,
  platform: Platform,
  tenant: TenantRow,
  language: Language,
): Promise<CustomerLink[]> {
  const stored = new Map((await listCustomerLinkRows(t)).map((row) => [row.kind, row]))
  return LINK_KINDS.map((kind) => {
    const row = stored.get(kind)
    const texts = TEXTS[kind]
    return {
      kind,
      url: portalUrlOf(platform, tenant, kind === 'basic' ? {} : { source: kind }),
      title: inReadersLanguage(texts.title, row?.title, language),
      description: inReadersLanguage(texts.description, row?.description, language),
      usage: inReadersLanguage(texts.usage, row?.usage, language),
    }
  })
}

/** A stored text that is not the default one of any language stays as it is. */
function inReadersLanguage(text: Text, stored: string | undefined, language: Language): string {
  const isOwn = stored !== undefined && LANGUAGES.every((one) => inLanguage(text, one) !== stored)
  return isOwn ? stored : inLanguage(text, language)
}

/** The links with what a member needs to put the chat on the business's own site. */
export const getCustomerLinks = (tenant: Tenant, language: Language): Promise<CustomerLinksView> =>
  tenant.read(async (t) => {
    const row = await readTenant(t)
    const portalUrl = portalUrlOf(tenant.platform, row)
    const embedUrl = new URL(portalUrlOf(tenant.platform, row, { source: 'website' }))
    embedUrl.searchParams.set('embed', 'true')
    const widgetUrl = new URL(`/widget.js${new URL(portalUrl).search}`, portalUrl)
    const formUrl = new URL(`/api/portal/${row.slug}/form`, portalUrl).href
    const links = await readCustomerLinks(t, tenant.platform, row, language)
    return { links, embedUrl: embedUrl.href, widgetUrl: widgetUrl.href, formUrl, embedOrigins: row.embedOrigins }
  })
