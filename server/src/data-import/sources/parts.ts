import * as m from '#i18n/messages.js'
import type { FieldInput, NeutralArticle, NeutralMessage, NeutralTicket } from '#server/data-import/reading/neutral.ts'
import type { JsonObject } from '#server/data-import/reading/source-record.ts'
import { fieldOf, firstText, idOf, objectsIn, timeOf } from '#server/data-import/reading/values.ts'
import type { Converted } from './source-reader.ts'

/** The files of a message are not taken: their names and addresses stay in the text, so that they are found where they are. */
export function withAttachments(body: string, attachments: unknown): string {
  const lines = objectsIn(attachments).flatMap((file) => {
    const name = firstText(file.file_name, file.name, file.filename, file.attachment_file_name)
    const url = firstText(file.content_url, file.url, file.attachment_url, file.data_url)
    const known = [name, url && /^https?:\/\//.test(url) ? url : null].filter((part) => part !== null)
    return known.length > 0 ? [`📎 ${known.join(' – ')}`] : []
  })
  return lines.length > 0 ? `${body}\n\n${lines.join('\n')}`.trim() : body
}

/** The messages of a ticket in the order of time; without any, its description is the first. */
export function messagesOf(
  messages: NeutralMessage[],
  description: string | null,
  createdAt: string | null,
): NeutralMessage[] {
  const written = messages.filter(({ body }) => body !== '').sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  if (!description || written.length > 0) return written
  const at = createdAt ?? new Date(0).toISOString()
  return [{ from: 'customer', agent: null, name: null, isNote: false, body: description, at }]
}

const CHANNELS: Record<string, NeutralTicket['channel']> = {
  email: 'email',
  web: 'form',
  portal: 'form',
  'web form': 'form',
}

export const channelOf = (name: string | null): NeutralTicket['channel'] =>
  CHANNELS[name?.toLowerCase() ?? ''] ?? 'other'

/** Whether a value is yes, as JSON, XML and databases write it. */
export const isTrue = (value: unknown): boolean => value === true || value === 'true' || value === 1 || value === '1'

/** The first of these keys that is there. */
export const has = (value: JsonObject, ...keys: string[]): boolean => keys.every((key) => key in value)

/** Fields that an object names, those without a value left out. */
export const fieldsOf = (
  given: JsonObject | null,
  nameOf: (name: string) => string = (name) => name,
): Record<string, FieldInput> =>
  Object.fromEntries(
    Object.entries(given ?? {}).flatMap(([name, value]) => {
      const input = fieldOf(value)
      return input === null ? [] : [[nameOf(name), input] as const]
    }),
  )

type ArticleParts = Pick<NeutralArticle, 'category' | 'language' | 'isPublished'> & { title: string | null }

/** An article whose text is HTML, with what each product names in its own way. One without an id or a title is left out. */
export function htmlArticle(value: JsonObject, { title, ...parts }: ArticleParts): Converted {
  const id = idOf(value.id)
  if (id === null || title === null) return { skip: m.data_import_fault_no_title, kind: 'article', id }
  const body = typeof value.body === 'string' ? value.body : ''
  const times = { createdAt: timeOf(value.created_at), updatedAt: timeOf(value.updated_at) }
  return { kind: 'article', id, title, body, isHtml: true, ...parts, ...times }
}
