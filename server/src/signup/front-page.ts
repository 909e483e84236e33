import type { FrontPageView } from '#contracts/signup/front-page.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findPortal, readTenant } from '#server/tenant/service.ts'

/** The contact address and the demo of the landing page; a demo that is suspended or does not exist is null. */
export async function getFrontPage(platform: Platform): Promise<FrontPageView> {
  const { demo: slug, contactEmail } = platform.config.landing
  const portal = await findPortal(platform, slug)
  const demo = portal?.status === 'ACTIVE' ? await portal.tenant.read(readTenant) : null
  return {
    contactEmail: contactEmail ?? `hello@${new URL(platform.baseUrl).hostname}`,
    demo: demo && { slug: demo.slug, name: demo.name },
  }
}
