import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { FastifyReply } from 'fastify'
import type { BrandImageId } from '#contracts/ids.ts'
import { reach } from '#contracts/tenant/accent.ts'
import type { ICON_SIDES } from '#contracts/tenant/branding.ts'
import { notFound } from '#server/platform/errors.ts'
import { squarePngOf } from '#server/platform/files/image.ts'
import type { Platform } from '#server/platform/platform.ts'
import { escapeHtml } from '#server/platform/text/text.ts'
import { findPortal } from '#server/tenant/portal-lookup.ts'
import { getTenant } from '#server/tenant/reads.ts'
import type { BrandImageRow } from '#server/tenant/schema.ts'
import { safe, sendStored } from './images.ts'
import { findBrandImage } from './queries.ts'

type Side = (typeof ICON_SIDES)[number]
type Picture = { mime: string; bytes: Buffer }

/** Sends the icon of a portal: favicon, else logo, else the initial in the business's colour. With `side` as a square PNG. */
export async function sendIcon(
  platform: Platform,
  { slug, side }: { slug: string; side?: Side | undefined },
  reply: FastifyReply,
): Promise<undefined> {
  const portal = await findPortal(platform, slug)
  if (!portal) throw notFound('portal')
  reply.header('cache-control', 'public, max-age=300')
  const row = await getTenant(portal.tenant)
  const named = row.branding.favicon ?? row.branding.logo
  const stored =
    named && !named.startsWith('data:')
      ? await portal.tenant.read((t) => findBrandImage(t, named as BrandImageId))
      : null
  const drawn = drawnIcon(row.name, row.branding.primaryColor)
  if (side) {
    const bytes = await iconPng(platform, { stored: stored ?? null, given: inlinePicture(named) ?? drawn, drawn }, side)
    safe(reply, 'image/png').send(bytes)
    return undefined
  }
  if (stored) return sendStored(platform, stored, reply)
  const { mime, bytes } = inlinePicture(named) ?? drawn
  safe(reply, mime).send(bytes)
  return undefined
}

function inlinePicture(named: string | null): Picture | null {
  const [, mime, data] = /^data:(image\/[a-z+]+);base64,(.*)$/.exec(named ?? '') ?? []
  return data && mime ? { mime, bytes: Buffer.from(data, 'base64') } : null
}

/** The icons that were drawn last: a phone asks rarely, but drawing one takes a hundred times as long as a read. About 20 kB each. */
const drawnPngs = new Map<string, Buffer>()
const MAX_PNGS = 200

/** `stored` is the picture where it is a file. What cannot be drawn (an ICO) is replaced by the initial. */
async function iconPng(
  { files }: Platform,
  { stored, given, drawn }: { stored: BrandImageRow | null; given: Picture; drawn: Picture },
  side: Side,
): Promise<Buffer> {
  const source = stored ? stored.id : createHash('sha256').update(given.bytes).digest('base64')
  const key = `${side} ${source} ${drawn.bytes}`
  const known = drawnPngs.get(key)
  if (known) return known
  const bytes = stored ? await buffer((await files.open(stored.storageKey)).stream) : given.bytes
  const png = await squarePngOf(bytes, Number(side)).catch(() => squarePngOf(drawn.bytes, Number(side)))
  const oldest = drawnPngs.keys().next()
  if (drawnPngs.size >= MAX_PNGS && !oldest.done) drawnPngs.delete(oldest.value)
  drawnPngs.set(key, png)
  return png
}

/** The business's initial in white on its colour, darkened where white would not be readable. */
function drawnIcon(name: string, color: string): Picture {
  const fill = reach(color, '#ffffff', '#000000', 4.5)
  const initial = escapeHtml([...name.trim()][0]?.toUpperCase() ?? '')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${fill}"/><text x="32" y="44" text-anchor="middle" font-family="system-ui,sans-serif" font-size="34" font-weight="600" fill="#fff">${initial}</text></svg>`
  return { mime: 'image/svg+xml', bytes: Buffer.from(svg) }
}
