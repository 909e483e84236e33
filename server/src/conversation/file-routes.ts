import { downloadFile, downloadGuestFile, uploadFile, uploadGuestFile } from '#contracts/conversation/file.ts'
import { guestRoute, memberRoute, type Route } from '#server/platform/route/route.ts'
import { download, upload } from './uploads.ts'

/** Upload and download of attachments. */
export const fileRoutes: Route[] = [
  memberRoute(uploadFile, (c) => upload(c.tenant, c.actor, c.request)),
  memberRoute(downloadFile, (c) => download(c.tenant, c.actor, c.params.fileId, c.reply)),
  guestRoute(uploadGuestFile, (c) => upload(c.tenant, c.actor, c.request)),
  guestRoute(downloadGuestFile, (c) => download(c.tenant, c.actor, c.params.fileId, c.reply)),
]
