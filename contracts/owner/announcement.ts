import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant, requiredLine, requiredText } from '#contracts/fields.ts'
import { AnnouncementId } from '#contracts/ids.ts'

/** Who sees an announcement on the desk. */
export const Audience = z.enum(['everyone', 'admins'])
export type Audience = z.output<typeof Audience>

export const AnnouncementView = z.object({
  id: AnnouncementId,
  title: z.string(),
  text: z.string(),
  audience: Audience,
  from: Instant,
  until: Instant,
})
export type AnnouncementView = z.output<typeof AnnouncementView>

/** All announcements, the newest first. At most 100: older ones are deleted with a new one. */
export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/api/owner/announcements',
  summary: 'Announcements to businesses',
  tag: 'owner',
  access: 'owner',
  rate: 'read',
  reply: z.object({ items: z.array(AnnouncementView) }),
})

export const createAnnouncement = endpoint({
  method: 'POST',
  path: '/api/owner/announcements',
  summary: 'Announce something to businesses',
  tag: 'owner',
  access: 'owner',
  rate: 'write',
  status: 201,
  body: z.strictObject({
    title: requiredLine(120, 'error_announcement_title'),
    text: requiredText(2000, 'error_announcement_text'),
    audience: Audience,
    from: Instant,
    until: Instant,
  }),
  reply: AnnouncementView,
})

export const deleteAnnouncement = endpoint({
  method: 'DELETE',
  path: '/api/owner/announcements/:announcementId',
  summary: 'Withdraw an announcement',
  tag: 'owner',
  access: 'owner',
  rate: 'write',
  params: z.object({ announcementId: AnnouncementId }),
  reply: z.object({ deleted: z.literal(true) }),
})

/** What the platform announces to this member now. */
export const listCurrentAnnouncements = endpoint({
  method: 'GET',
  path: '/api/announcements',
  summary: 'Current announcements of the platform',
  tag: 'tenant',
  access: 'member',
  rate: 'read',
  reply: z.object({ items: z.array(AnnouncementView) }),
})
