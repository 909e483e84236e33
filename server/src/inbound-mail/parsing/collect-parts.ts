import { decodeWords } from 'postal-mime'
import { attachmentOf } from './attachment-names.ts'
import { type CalendarEvent, readCalendar } from './calendar.ts'
import { MOST_PARTS } from './limits.ts'
import { type MimePart, readParts, textOf } from './mime-tree.ts'
import type { MailAttachment } from './parsed-mail.ts'
import { readSignedData } from './signed-data.ts'
import { readWinmail, type Winmail } from './winmail/tnef.ts'

/** A text of a mail in its two forms; one of them may be empty. */
export type TextForms = { plain: string; html: string }

/** What a mail is made of, in its order. */
export type MailParts = {
  texts: TextForms[]
  attachments: MailAttachment[]
  events: CalendarEvent[]
  /** Mails inside: forwarded as a file, or returned. */
  mails: Uint8Array[]
  /** The headers of a mail that was returned without its text. */
  returnedHeaders: string[]
  /** Of a report: what kind, and its fields (RFC 6522). */
  report: { kind: string; fields: string } | null
  winmails: Winmail[]
}

type Place = { alternative: TextForms | null; isRelated: boolean; isReport: boolean }

const REPORTS = /^message\/(?:global-)?(?:delivery-status|disposition-notification|feedback-report)$/
const MAILS = new Set(['message/rfc822', 'message/global'])
const HEADERS = new Set(['text/rfc822-headers', 'message/global-headers'])
const SIGNED = /^application\/(?:x-)?pkcs7-mime$/
const WINMAIL = /^application\/(?:ms-tnef|vnd\.ms-tnef)$/
/** Forms of a newsletter for programs that run it; the same words are in the other forms. */
const OTHER_FORMS = new Set(['text/x-amp-html', 'text/watch-html'])

/** Sorts the parts of a mail. */
export async function collectParts(root: MimePart): Promise<MailParts> {
  const found: MailParts = {
    texts: [],
    attachments: [],
    events: [],
    mails: [],
    returnedHeaders: [],
    report: null,
    winmails: [],
  }
  let count = 0
  const visit = async (part: MimePart, place: Place): Promise<void> => {
    count += 1
    if (count > MOST_PARTS) return
    if (part.contentType.multipart) {
      const inner = placeIn(part, place, found)
      for (const child of part.childNodes) await visit(child, inner)
      // A broken boundary leaves all of the text before the first part.
      if (part.childNodes.length === 0) addText(found, part, place)
    } else await collect(found, part, place)
  }
  await visit(root, { alternative: null, isRelated: false, isReport: false })
  return found
}

function placeIn({ contentType: { multipart } }: MimePart, place: Place, { texts }: MailParts): Place {
  if (multipart === 'related') return { ...place, isRelated: true }
  if (multipart === 'report') return { ...place, isReport: true }
  if (multipart !== 'alternative') return place
  const alternative: TextForms = place.alternative ?? { plain: '', html: '' }
  if (!place.alternative) texts.push(alternative)
  return { ...place, alternative }
}

async function collect(found: MailParts, part: MimePart, place: Place): Promise<void> {
  const mime = part.contentType.parsed.value.toLowerCase()
  if (!part.content || part.content.byteLength === 0 || OTHER_FORMS.has(mime)) return
  const bytes = new Uint8Array(part.content)
  if (isText(part, mime)) return addText(found, part, place)
  if (place.isReport && REPORTS.test(mime)) {
    found.report ??= { kind: mime.replace(/^message\/(?:global-)?/, ''), fields: new TextDecoder().decode(bytes) }
    return
  }
  if (HEADERS.has(mime) && place.isReport) {
    found.returnedHeaders.push(textOf(part))
    return
  }
  if (MAILS.has(mime)) {
    found.mails.push(bytes)
    if (place.isReport) return
  }
  if (mime === 'text/calendar' || mime === 'application/ics') found.events.push(...readCalendar(textOf(part)))
  const name = nameOf(part)
  if (WINMAIL.test(mime) || name?.toLowerCase() === 'winmail.dat') {
    const winmail = readWinmail(bytes)
    if (winmail) return addWinmail(found, winmail)
  }
  found.attachments.push(attached(part, mime, bytes, place))
  if (SIGNED.test(mime)) await addSigned(found, bytes)
}

const attached = (part: MimePart, mime: string, content: Uint8Array, { isRelated }: Place): MailAttachment =>
  attachmentOf({
    name: nameOf(part),
    mime,
    content: mime === 'text/calendar' ? new TextEncoder().encode(textOf(part)) : content,
    contentId: part.contentId ?? null,
    isInline: (isRelated && part.contentId !== undefined) || part.contentDisposition.parsed.value === 'inline',
  })

const nameOf = ({ contentDisposition, contentType }: MimePart): string | null => {
  const name = contentDisposition.parsed.params.filename || contentType.parsed.params.name
  return name ? decodeWords(name) : null
}

/** A text that is no file. */
const isText = (part: MimePart, mime: string): boolean =>
  (mime === 'text/plain' || mime === 'text/html' || mime === 'text/enriched' || mime === '') &&
  part.contentDisposition.parsed.value !== 'attachment' &&
  !part.contentDisposition.parsed.params.filename

function addText({ texts }: MailParts, part: MimePart, { alternative }: Place): void {
  const text = textOf(part)
  const form = part.contentType.parsed.value.toLowerCase() === 'text/html' ? 'html' : 'plain'
  if (alternative) alternative[form] = [alternative[form], text].filter(Boolean).join('\n')
  else texts.push({ plain: '', html: '', [form]: text })
}

function addWinmail(found: MailParts, winmail: Winmail): void {
  found.winmails.push(winmail)
  for (const { name, mime, content, contentId } of winmail.files)
    found.attachments.push(
      attachmentOf({
        name,
        mime: mime || 'application/octet-stream',
        content,
        contentId,
        isInline: contentId !== null,
      }),
    )
}

/** The parts of a mail inside its signature. */
async function addSigned(found: MailParts, bytes: Uint8Array): Promise<void> {
  const signed = readSignedData(bytes)
  if (!signed) return
  const inner = await collectParts((await readParts(signed)).root)
  found.texts.push(...inner.texts)
  found.attachments.push(...inner.attachments)
  found.events.push(...inner.events)
  found.mails.push(...inner.mails)
  found.winmails.push(...inner.winmails)
}
