import type { Email } from 'postal-mime'

const AUTOMATIC_HEADERS = ['x-autoreply', 'x-autorespond', 'x-auto-reply', 'x-autoresponder']

/** Whether a program sent a mail, by its headers (RFC 3834, section 2) or because it is a report: such mails are never answered. */
export function automaticOf({ headers }: Email, isReport: boolean): 'auto_reply' | 'list' | null {
  const headerOf = (name: string) =>
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase()
  const submitted = headerOf('auto-submitted')
  if (isReport || (submitted !== undefined && !submitted.startsWith('no'))) return 'auto_reply'
  if (AUTOMATIC_HEADERS.some((name) => headerOf(name) !== undefined)) return 'auto_reply'
  const precedence = headerOf('precedence')
  if (precedence === 'auto_reply') return 'auto_reply'
  if (precedence === 'bulk' || precedence === 'junk' || precedence === 'list') return 'list'
  if (headerOf('list-id') !== undefined || headerOf('list-unsubscribe') !== undefined) return 'list'
  return headerOf('return-path') === '<>' ? 'auto_reply' : null
}
