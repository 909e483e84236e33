import type { DemoPortal, FrontPageView } from '#contracts/signup/front-page.ts'
import type { Platform } from '#server/platform/platform.ts'
import { filmUrl } from '#server/platform/web/film.ts'
import { findPortal, readTenant } from '#server/tenant/service.ts'

/** The contact address, the film and the demos of the landing page; a demo that is suspended or does not exist is left out. */
export async function getFrontPage(platform: Platform): Promise<FrontPageView> {
  const { demos, contactEmail } = platform.config.landing
  const [answered, ...found] = await Promise.all([
    findAnsweredShare(platform),
    ...demos.map((slug) => findDemo(platform, slug)),
  ])
  return {
    contactEmail: contactEmail ?? `hello@${new URL(platform.baseUrl).hostname}`,
    filmUrl: filmUrl(platform),
    demos: found.filter((demo) => demo !== null),
    answered,
  }
}

/** Fewer chats, or those of fewer businesses, say nothing of the product, and might say something of one business. */
const LEAST_CHATS = 1000
const LEAST_BUSINESSES = 10

/** The share of chats that went to no person, of all businesses that are no demos. Null while there are too few. */
async function findAnsweredShare(platform: Platform): Promise<FrontPageView['answered']> {
  const [row] = await platform.db.query<{ businesses: number; chats: string; handed_over: string }>(
    'SELECT businesses, chats, handed_over FROM chat_figures()',
  )
  const { businesses, chats, handedOver } = {
    businesses: row?.businesses ?? 0,
    chats: Number(row?.chats ?? 0),
    handedOver: Number(row?.handed_over ?? 0),
  }
  if (businesses < LEAST_BUSINESSES || chats < LEAST_CHATS) return null
  return { share: Math.max(0, chats - handedOver) / chats, chats, businesses }
}

async function findDemo(platform: Platform, slug: string): Promise<DemoPortal | null> {
  const portal = await findPortal(platform, slug)
  if (portal?.status !== 'ACTIVE') return null
  const { name, businessInfo, branding, ...tenant } = await portal.tenant.read(readTenant)
  return { slug: tenant.slug, name, description: businessInfo.description, primaryColor: branding.primaryColor }
}
