import { buffer } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BrandImageId } from '#contracts/ids.ts'
import { reach } from '#contracts/tenant/accent.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { notFound } from '#server/platform/errors.ts'
import { receiveFile } from '#server/platform/files/receive.ts'
import { removeStoredFile } from '#server/platform/files/removal.ts'
import { cleanSmallImage } from '#server/platform/files/small-image.ts'
import { tooLarge } from '#server/platform/files/store.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { escapeHtml } from '#server/platform/text/text.ts'
import { EDIT_SETTINGS } from '#server/tenant/policy.ts'
import { findPortal } from '#server/tenant/portal-lookup.ts'
import { getTenant } from '#server/tenant/reads.ts'
import type { BrandImageRow } from '#server/tenant/schema.ts'
import { findBrandImage, insertBrandImage, removeUnusedBrandImages } from './queries.ts'

const MAX_BYTES = 1024 * 1024
const DAY_MS = 86_400_000

/** Stores an uploaded picture, cleaned. `requireBranding` refuses where the plan has no custom branding. */
export async function uploadImage(
  tenant: Tenant,
  actor: Member,
  request: FastifyRequest,
  requireBranding: (t: Tx) => Promise<void>,
): Promise<{ id: BrandImageId; url: string }> {
  requireRole(actor, EDIT_SETTINGS)
  const { files } = tenant.platform
  await tenant.read(requireBranding)
  const given = await receiveFile(files, request, { isOpaque: true })
  const cleaned = await readSmall(tenant.platform, given).finally(() => files.remove(given.key))
  const stored = await files.put(cleaned.bytes, { isOpaque: true })
  const id = crypto.randomUUID() as BrandImageId
  try {
    const row = await getTenant(tenant)
    await tenant.tx((t) =>
      insertBrandImage(t, { id, mime: cleaned.mime, size: stored.size, storageKey: stored.key, createdAt: t.now }),
    )
    return { id, url: `/api/portal/${row.slug}/images/${id}` }
  } catch (error) {
    await files.remove(stored.key)
    throw error
  }
}

async function readSmall({ files }: Platform, { key, size }: { key: string; size: number }) {
  if (size > MAX_BYTES) throw tooLarge(MAX_BYTES)
  return cleanSmallImage(await buffer((await files.open(key)).stream))
}

/** Removes the pictures that the branding does not name, except those uploaded within the last day. */
export async function removeUnusedImages(t: Tx, used: readonly (string | null)[]): Promise<void> {
  for (const { storageKey } of await removeUnusedBrandImages(t, used, new Date(t.now.getTime() - DAY_MS))) {
    await t.enqueue(removeStoredFile, { storageKey })
  }
}

/** Sends a picture of a business to anybody. Under its id it never changes. */
export async function sendImage(
  platform: Platform,
  slug: string,
  id: BrandImageId,
  reply: FastifyReply,
): Promise<undefined> {
  const portal = await findPortal(platform, slug)
  const row = portal && (await portal.tenant.read((t) => findBrandImage(t, id)))
  if (!row) throw notFound('file')
  return sendStored(platform, row, reply.header('cache-control', 'public, max-age=31536000, immutable'))
}

/** Sends the icon of a portal: favicon, else logo, else the initial in the business's colour. */
export async function sendIcon(platform: Platform, slug: string, reply: FastifyReply): Promise<undefined> {
  const portal = await findPortal(platform, slug)
  if (!portal) throw notFound('portal')
  reply.header('cache-control', 'public, max-age=300')
  const row = await getTenant(portal.tenant)
  const named = row.branding.favicon ?? row.branding.logo
  const stored =
    named && !named.startsWith('data:')
      ? await portal.tenant.read((t) => findBrandImage(t, named as BrandImageId))
      : null
  if (stored) return sendStored(platform, stored, reply)
  const [, mime, data] = /^data:(image\/[a-z+]+);base64,(.*)$/.exec(named ?? '') ?? []
  const drawn =
    data && mime ? { mime, bytes: Buffer.from(data, 'base64') } : drawnIcon(row.name, row.branding.primaryColor)
  safe(reply, drawn.mime).send(drawn.bytes)
  return undefined
}

/** The business's initial in white on its colour, darkened where white would not be readable. */
function drawnIcon(name: string, color: string): { mime: string; bytes: Buffer } {
  const fill = reach(color, '#ffffff', '#000000', 4.5)
  const initial = escapeHtml([...name.trim()][0]?.toUpperCase() ?? '')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${fill}"/><text x="32" y="44" text-anchor="middle" font-family="system-ui,sans-serif" font-size="34" font-weight="600" fill="#fff">${initial}</text></svg>`
  return { mime: 'image/svg+xml', bytes: Buffer.from(svg) }
}

async function sendStored({ files }: Platform, row: BrandImageRow, reply: FastifyReply): Promise<undefined> {
  const { stream, size } = await files.open(row.storageKey)
  safe(reply, row.mime).header('content-length', size).send(stream)
  return undefined
}

/** Opened as a page of its own, a picture runs nothing and loads nothing. */
const safe = (reply: FastifyReply, mime: string): FastifyReply =>
  reply
    .type(mime)
    .header('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'")
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('x-content-type-options', 'nosniff')
