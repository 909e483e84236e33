import { buffer } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppearanceView, ColorScheme } from '#contracts/identity/appearance.ts'
import type { UserId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import type { SignedIn } from '#server/platform/actor.ts'
import { AppError, notFound, unauthenticated } from '#server/platform/errors.ts'
import { pngOf } from '#server/platform/files/image.ts'
import { receiveFile } from '#server/platform/files/receive.ts'
import { tooLarge } from '#server/platform/files/store.ts'
import { type Platform, type Tenant, tenantOf } from '#server/platform/platform.ts'
import { findMember, listMembersIn } from '#server/tenant/service.ts'
import { listMemberships } from './memberships.ts'
import { readAccount } from './session.ts'

const MAX_BYTES = 5 * 1024 * 1024
/** Side of a stored picture, in pixels: twice the largest that is shown. */
const SIDE = 256
const TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp']

type Row = { accent_color: string | null; color_scheme: ColorScheme | null; avatar_id: string | null }

/** How the pages look for a person. */
export async function readAppearance(platform: Platform, userId: UserId): Promise<AppearanceView> {
  const [row] = await platform.db.query<Row>(
    'SELECT accent_color, color_scheme, avatar_id FROM auth."user" WHERE id = $1',
    [userId],
  )
  if (!row) throw unauthenticated()
  return {
    accentColor: row.accent_color,
    colorScheme: row.color_scheme,
    avatarUrl: row.avatar_id && avatarUrl(userId, row.avatar_id),
  }
}

type Change = { accentColor?: string | null | undefined; colorScheme?: ColorScheme | undefined }

/** Changes accent colour (null: Segue's own) or colour scheme of the own account; the person's other pages follow. */
export async function changeAppearance(platform: Platform, { userId }: SignedIn, change: Change) {
  await platform.db.query(
    `UPDATE auth."user" SET accent_color = CASE WHEN $2 THEN $3 ELSE accent_color END,
       color_scheme = coalesce($4, color_scheme), updated_at = $5 WHERE id = $1`,
    [
      userId,
      change.accentColor !== undefined,
      change.accentColor?.toLowerCase() ?? null,
      change.colorScheme ?? null,
      platform.clock.now(),
    ],
  )
  return announce(platform, userId)
}

/** Stores an uploaded picture as a square, known by its content. Throws unsupported or too_large with what to do. */
export async function uploadAvatar(platform: Platform, { userId }: SignedIn, request: FastifyRequest) {
  const { files } = platform
  const given = await receiveFile(files, request, { isOpaque: true })
  const square = await readSquare(platform, given).finally(() => files.remove(given.key))
  const { key } = await files.put(square, { isOpaque: true })
  await replaceAvatar(platform, userId, { id: crypto.randomUUID(), key }).catch(async (error: unknown) => {
    await files.remove(key)
    throw error
  })
  return announce(platform, userId)
}

/** Removes the own picture; the initials are shown again. */
export async function removeAvatar(platform: Platform, { userId }: SignedIn) {
  await replaceAvatar(platform, userId, null)
  return announce(platform, userId)
}

async function readSquare({ files }: Platform, { key, size }: { key: string; size: number }): Promise<Buffer> {
  if (size > MAX_BYTES) throw tooLarge(MAX_BYTES)
  const bytes = await buffer((await files.open(key)).stream)
  const { fileTypeFromBuffer } = await import('file-type')
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined)
  if (!type || !TYPES.includes(type.mime)) throw unusable()
  return pngOf(bytes, SIDE, 'cover').catch((error: unknown) => {
    throw unusable(error)
  })
}

const unusable = (cause?: unknown) => new AppError('unsupported', m.error_avatar_image, { reason: 'avatar', cause })

async function replaceAvatar(platform: Platform, userId: UserId, avatar: { id: string; key: string } | null) {
  const [before] = await platform.db.query<{ avatar_key: string | null }>(
    `WITH known AS (SELECT id, avatar_key FROM auth."user" WHERE id = $1 FOR UPDATE)
     UPDATE auth."user" u SET avatar_id = $2, avatar_key = $3, updated_at = $4 FROM known WHERE u.id = known.id
     RETURNING known.avatar_key`,
    [userId, avatar?.id ?? null, avatar?.key ?? null, platform.clock.now()],
  )
  if (before?.avatar_key) await platform.files.remove(before.avatar_key)
}

/** The open desks of the person's businesses read again how the person looks. */
async function announce(platform: Platform, userId: UserId): Promise<AppearanceView> {
  for (const { tenantId } of await listMemberships(platform, userId)) {
    await tenantOf(platform, tenantId).tx(async (t) =>
      t.publish({ type: 'member.looks_changed', userId }, { desk: true, conversation: null }),
    )
  }
  return readAppearance(platform, userId)
}

/** The members of a business who have a picture. */
export async function listAvatars(tenant: Tenant): Promise<{ items: { userId: UserId; url: string }[] }> {
  const members = await tenant.read((t) => listMembersIn(t))
  const rows = await tenant.platform.db.query<{ id: UserId; avatar_id: string }>(
    'SELECT id, avatar_id FROM auth."user" WHERE id = ANY($1) AND avatar_id IS NOT NULL',
    [members.map(({ userId }) => userId)],
  )
  return { items: rows.map(({ id, avatar_id }) => ({ userId: id, url: avatarUrl(id, avatar_id) })) }
}

/** Sends the own picture, or that of a member of the business that the reader works for. Throws not_found for every other. */
export async function sendAvatar(
  platform: Platform,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { userId }: SignedIn,
  of: UserId,
): Promise<undefined> {
  const isKnown = userId === of || (await isColleague(platform, request, of))
  const [row] = isKnown
    ? await platform.db.query<{ avatar_key: string | null }>('SELECT avatar_key FROM auth."user" WHERE id = $1', [of])
    : []
  if (!row?.avatar_key) throw notFound('file')
  const { stream, size } = await platform.files.open(row.avatar_key)
  reply
    .type('image/png')
    .header('content-length', size)
    // The address carries the picture's id: another picture has another address.
    .header('cache-control', 'private, max-age=86400')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('x-content-type-options', 'nosniff')
    .send(stream)
  return undefined
}

async function isColleague(platform: Platform, request: FastifyRequest, of: UserId): Promise<boolean> {
  const tenantId = (await readAccount(platform, request))?.membership?.tenantId
  if (!tenantId) return false
  return (await tenantOf(platform, tenantId).read((t) => findMember(t, of))) !== undefined
}

const avatarUrl = (userId: UserId, avatarId: string): string => `/api/avatars/${userId}?v=${avatarId}`
