import { buffer } from 'node:stream/consumers'
import { and, eq } from 'drizzle-orm'
import type { BrandImageId } from '#contracts/ids.ts'
import type { Mail } from '#server/platform/mail/mailer.ts'
import { type Platform, tenantOf } from '#server/platform/platform.ts'
import { processState } from '#server/platform/process-state.ts'
import { brandImage, type TenantRow } from '#server/tenant/schema.ts'

type Logo = NonNullable<Mail['logo']>

/** Twice the height in the mail, for screens of high density. */
const HEIGHT = 64
const MOST_KEPT = 200

/** Drawn logos by what they were drawn from. */
const logos = processState('logos of mails', () => new Map<string, Logo | null>())

/** The logo of a business as PNG, since mail programs show no SVG; null without one, and where it cannot be drawn. */
export async function logoOf(platform: Platform, { id, branding }: TenantRow): Promise<Logo | null> {
  const { logo } = branding
  if (!logo) return null
  const known = platform.state(logos)
  const key = `${id} ${logo}`
  const drawn = known.get(key)
  if (drawn !== undefined) return drawn
  const made = await draw(platform, id, logo).catch((error: unknown) => {
    platform.log.warn({ err: error, tenantId: id }, 'the logo of a business could not be drawn for its mails')
    return null
  })
  if (known.size >= MOST_KEPT) known.clear()
  known.set(key, made)
  return made
}

async function draw(platform: Platform, tenantId: TenantRow['id'], logo: string): Promise<Logo | null> {
  const bytes = await bytesOf(platform, tenantId, logo)
  if (!bytes) return null
  const { default: sharp } = await import('sharp')
  return { content: await sharp(bytes).resize({ height: HEIGHT }).png().toBuffer(), mime: 'image/png' }
}

async function bytesOf(platform: Platform, tenantId: TenantRow['id'], logo: string): Promise<Buffer | null> {
  const inline = /^data:image\/[\w+.-]+;base64,(.+)$/.exec(logo)?.[1]
  if (inline) return Buffer.from(inline, 'base64')
  const [image] = await tenantOf(platform, tenantId).read((t) =>
    t.db
      .select({ storageKey: brandImage.storageKey })
      .from(brandImage)
      .where(and(eq(brandImage.tenantId, t.tenantId), eq(brandImage.id, logo as BrandImageId))),
  )
  return image ? buffer((await platform.files.open(image.storageKey)).stream) : null
}
