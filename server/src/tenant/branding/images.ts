import { buffer } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BrandImageId } from '#contracts/ids.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { notFound } from '#server/platform/errors.ts'
import { receiveFile } from '#server/platform/files/receive.ts'
import { removeStoredFile } from '#server/platform/files/removal.ts'
import { cleanSmallImage } from '#server/platform/files/small-image.ts'
import { tooLarge } from '#server/platform/files/store.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
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

/** Sends a stored picture. */
export async function sendStored({ files }: Platform, row: BrandImageRow, reply: FastifyReply): Promise<undefined> {
  const { stream, size } = await files.open(row.storageKey)
  safe(reply, row.mime).header('content-length', size).send(stream)
  return undefined
}

/** Opened as a page of its own, a picture runs nothing and loads nothing. */
export const safe = (reply: FastifyReply, mime: string): FastifyReply =>
  reply
    .type(mime)
    .header('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'")
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('x-content-type-options', 'nosniff')
