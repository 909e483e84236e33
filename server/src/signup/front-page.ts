import type { DemoPortal, FrontPageView } from '#contracts/signup/front-page.ts'
import type { Platform } from '#server/platform/platform.ts'
import { filmUrl } from '#server/platform/web/film.ts'
import { findPortal, readTenant } from '#server/tenant/service.ts'

/** The contact address, the film and the demos of the landing page; a demo that is suspended or does not exist is left out. */
export async function getFrontPage(platform: Platform): Promise<FrontPageView> {
  const { demos, contactEmail } = platform.config.landing
  const found = await Promise.all(demos.map((slug) => findDemo(platform, slug)))
  return {
    contactEmail: contactEmail ?? `hello@${new URL(platform.baseUrl).hostname}`,
    filmUrl: filmUrl(platform),
    demos: found.filter((demo) => demo !== null),
  }
}

async function findDemo(platform: Platform, slug: string): Promise<DemoPortal | null> {
  const portal = await findPortal(platform, slug)
  if (portal?.status !== 'ACTIVE') return null
  const { name, businessInfo, branding, ...tenant } = await portal.tenant.read(readTenant)
  return { slug: tenant.slug, name, description: businessInfo.description, primaryColor: branding.primaryColor }
}
