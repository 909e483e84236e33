import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { UserId } from '#contracts/ids.ts'
import { HexColor } from '#contracts/tenant/tenant.ts'

export const ColorScheme = z.enum(['light', 'dark', 'auto'])
export type ColorScheme = z.output<typeof ColorScheme>

/** How the pages look for a person, on every device. */
export const AppearanceView = z.object({
  /** `#rrggbb`; null: Segue's own. */
  accentColor: z.string().nullable(),
  /** Null until the person chooses: each device keeps its own. */
  colorScheme: ColorScheme.nullable(),
  avatarUrl: z.string().nullable(),
})
export type AppearanceView = z.output<typeof AppearanceView>

const Own = { tag: 'account', access: 'account', reply: AppearanceView } as const

export const changeAppearance = endpoint({
  ...Own,
  method: 'PATCH',
  path: '/api/account/appearance',
  summary: 'Change the own accent colour or colour scheme',
  rate: 'write',
  body: z.strictObject({
    accentColor: HexColor.nullable().optional(),
    colorScheme: ColorScheme.optional(),
  }),
})

/** One picture of a multipart body (field `file`): PNG, JPEG or WebP of up to 5 MB. It is stored as a square. */
export const uploadAvatar = endpoint({
  ...Own,
  method: 'PUT',
  path: '/api/account/avatar',
  summary: 'Upload the own picture',
  rate: 'upload',
})

export const removeAvatar = endpoint({
  ...Own,
  method: 'DELETE',
  path: '/api/account/avatar',
  summary: 'Remove the own picture',
  rate: 'write',
})

/** The members of the business who have a picture. */
export const listAvatars = endpoint({
  method: 'GET',
  path: '/api/avatars',
  summary: 'The pictures of the team',
  tag: 'team',
  access: 'member',
  rate: 'read',
  reply: z.object({ items: z.array(z.object({ userId: UserId, url: z.string() })) }),
})

/** The own picture, or that of a member of the same business. */
export const readAvatar = endpoint({
  method: 'GET',
  path: '/api/avatars/:userId',
  summary: 'The picture of a member',
  tag: 'account',
  access: 'account',
  rate: 'read',
  answer: 'file',
  params: z.object({ userId: UserId }),
  reply: z.undefined(),
})
