import type { MailAttachment } from './parsed-mail.ts'

const ENDINGS: Record<string, string> = {
  'message/rfc822': '.eml',
  'text/calendar': '.ics',
  'text/plain': '.txt',
  'text/html': '.html',
  'text/csv': '.csv',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'application/pdf': '.pdf',
  'application/zip': '.zip',
}

/** The name of a file, without the folders that a program or an attacker put before it. */
export function attachmentName(given: string | null | undefined, mime: string): string {
  const name = (given ?? '')
    .replace(/\p{Cc}/gu, ' ')
    .replace(/^.*[/\\]/, '')
    .trim()
  if (name !== '' && name !== '.' && name !== '..') return name
  return mime === 'text/calendar' ? 'invite.ics' : `attachment${ENDINGS[mime] ?? ''}`
}

/** A file of a mail. */
export const attachmentOf = (
  given: Pick<MailAttachment, 'mime' | 'content' | 'contentId' | 'isInline'> & { name: string | null | undefined },
): MailAttachment => ({ ...given, name: attachmentName(given.name, given.mime), placeholder: null })
