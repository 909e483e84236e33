import type { FastifyReply } from 'fastify'
import type { Language } from '#contracts/languages.ts'
import { isHexColor } from '#contracts/tenant/accent.ts'
import { ICON_SIDES } from '#contracts/tenant/branding.ts'
import type { Platform } from '#server/platform/platform.ts'
import { getActivePortal } from '#server/tenant/portal-lookup.ts'
import { welcomeIn } from '#server/tenant/portal-texts.ts'
import { getTenant } from '#server/tenant/reads.ts'

/**
 * Sends what a phone needs to put the portal on its home screen: name, icon and colour of the business. Throws not_found for an unknown
 * business and a suspended one.
 */
export async function sendManifest(
  platform: Platform,
  { slug, language }: { slug: string; language: Language },
  reply: FastifyReply,
): Promise<undefined> {
  const { tenant } = await getActivePortal(platform, slug)
  const row = await getTenant(tenant)
  const { primaryColor } = row.branding
  const icon = `/api/portal/${row.slug}/icon`
  const start = `/customer?${new URLSearchParams({ tenant: row.slug })}`
  const manifest = {
    id: start,
    name: row.name,
    description: welcomeIn(row, language)?.text ?? '',
    lang: language,
    start_url: start,
    scope: '/',
    display: 'standalone',
    background_color: '#ffffff',
    ...(isHexColor(primaryColor) ? { theme_color: primaryColor } : {}),
    icons: [
      { src: icon, sizes: 'any' },
      // Android takes these two alone, and no drawing.
      ...ICON_SIDES.map((side) => ({ src: `${icon}?side=${side}`, sizes: `${side}x${side}`, type: 'image/png' })),
    ],
  }
  reply.type('application/manifest+json').header('cache-control', 'public, max-age=300').send(JSON.stringify(manifest))
  return undefined
}
