import type { FieldValue } from '#contracts/custom-field.ts'
import type { ConversationId, TicketId, UserId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import type { TicketSource, TicketStatus } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { previewOf } from '#server/conversation/service.ts'
import { fieldValueOf } from '#server/data-import/mapping/field-value.ts'
import { priorityFor, statusFor } from '#server/data-import/mapping/words.ts'
import { MAX_MESSAGE_CHARACTERS, MAX_MESSAGES, MAX_TICKET_CHARACTERS } from '#server/data-import/reading/limits.ts'
import type { NeutralMessage, NeutralTicket } from '#server/data-import/reading/neutral.ts'
import { SOURCE_NAMES } from '#server/data-import/source-names.ts'
import { detectLanguage } from '#server/language/service.ts'
import { orderedId } from '#server/platform/db/ordered-id.ts'
import { clipLine } from '#server/platform/text/clip.ts'
import type { Text } from '#server/platform/text/message.ts'
import { stripControl } from '#server/platform/text/text.ts'
import type { ImportContext } from './context.ts'

export type PreparedMessage = {
  seq: number
  author: 'customer' | 'member'
  authorId: UserId | null
  authorName: string | null
  visibility: 'public' | 'note'
  body: string
  at: string
}

/** A ticket as its rows have it, but for the customer and the number. */
export type PreparedTicket = ReturnType<typeof ticketOf>

/** A ticket made ready for its tables. A ticket without any text is left out, with the reason. */
export function prepareTicket(given: NeutralTicket, context: ImportContext): PreparedTicket | { skip: Text } {
  const written = given.messages.filter(({ body }) => body.trim() !== '')
  const subject = clipLine(stripControl(given.subject), 200) || clipLine(written[0]?.body ?? '', 120)
  if (subject === '') return { skip: m.data_import_skip_empty }
  const from = { ...EMPTY, body: subject, at: given.createdAt ?? context.now.toISOString() }
  return ticketOf(given, { subject, written: written.length > 0 ? written : [from] }, context)
}

const EMPTY: NeutralMessage = { from: 'customer', agent: null, name: null, isNote: false, body: '', at: '' }
const UNKNOWN_TIME = new Date(0).toISOString()

function ticketOf(
  given: NeutralTicket,
  { subject, written }: { subject: string; written: NeutralMessage[] },
  context: ImportContext,
) {
  const firstAt = given.createdAt ?? written.find(({ at }) => at !== UNKNOWN_TIME)?.at ?? context.now.toISOString()
  const kept = taken(written)
  const messages = [...originOf(given, firstAt, context), ...messagesOf(given, kept, firstAt, context)].map(
    (message, index) => ({ ...message, seq: index + 1 }),
  )
  const shown = messages.filter(({ visibility }) => visibility === 'public')
  const last = messages.at(-1)?.at ?? firstAt
  const answer = shown.find(({ author }) => author === 'member')?.at ?? null
  const ended = endOf(given, last, context)
  const name = given.requester?.name ?? given.requester?.email ?? 'Anonymous Customer'
  const priority = mappedTo(context.mapping.priorities, given.priority) ?? priorityFor(given.priority) ?? 'medium'
  return {
    externalId: given.id,
    id: orderedId<TicketId>(),
    conversationId: orderedId<ConversationId>(),
    requesterId: given.requester?.id ?? null,
    customerName: clipLine(name, 120),
    customerEmail: given.requester?.email ?? null,
    subject,
    description: shown.find(({ author }) => author === 'customer')?.body ?? subject,
    ...ended,
    priority,
    category: clipLine(given.category ?? '', 60) || 'general',
    source: SOURCES[given.channel],
    channel: CHANNELS[given.channel],
    assigneeId: memberOf(given.assignee, context),
    tags: [...new Set(given.tags.map((tag) => clipLine(tag, 40)).filter((tag) => tag !== ''))].slice(0, 20),
    customFields: fieldsOf(given, context),
    language: languageOf(messages),
    preview: previewOf(shown.at(-1)?.body ?? ''),
    firstResponseAt: answer,
    responseSeconds: answer ? Math.max(0, Math.round((Date.parse(answer) - Date.parse(firstAt)) / 1000)) : null,
    lastMessageAt: last,
    createdAt: firstAt,
    updatedAt: ended.closedAt ?? ended.resolvedAt ?? last,
    messages,
    /** Messages beyond what a ticket may have. */
    leftOut: written.length - kept.length,
  }
}

/** Of what the customer wrote first: replies to them are in it. */
const languageOf = (messages: readonly PreparedMessage[]): Language =>
  detectLanguage((messages.find(({ author }) => author === 'customer')?.body ?? '').slice(0, 400)) ?? 'en'

const SOURCES: Record<NeutralTicket['channel'], TicketSource> = { email: 'email', form: 'guest_portal', other: 'desk' }
const CHANNELS = { email: 'email', form: 'form', other: 'desk' } as const

/** What a value of the export becomes; undefined for one that the mapping does not have. */
export const mappedTo = <Value>(mapping: Record<string, Value>, value: string): Value | undefined =>
  Object.hasOwn(mapping, value.slice(0, 200)) ? mapping[value.slice(0, 200)] : undefined

function memberOf(agent: string | null, { mapping, members }: ImportContext): UserId | null {
  const id = agent === null ? null : (mappedTo(mapping.assignees, agent) ?? null)
  return id !== null && members.has(id) ? id : null
}

/** Status and times of the end. A resolved ticket that the business would have closed meanwhile is closed: nothing is to happen to it now. */
function endOf(given: NeutralTicket, last: string, { mapping, closedBefore }: ImportContext) {
  const mapped: TicketStatus = mappedTo(mapping.statuses, given.status) ?? statusFor(given.status) ?? 'open'
  const isEnded = mapped === 'resolved' || mapped === 'closed'
  const resolvedAt = isEnded ? (given.resolvedAt ?? given.updatedAt ?? last) : null
  const status = mapped === 'resolved' && resolvedAt && new Date(resolvedAt) < closedBefore ? 'closed' : mapped
  return { status, resolvedAt, closedAt: status === 'closed' ? resolvedAt : null }
}

type Unnumbered = Omit<PreparedMessage, 'seq'>

/** A note with the number that the ticket had, by which people look for it. A row of a table without a number has none. */
function originOf({ id }: NeutralTicket, at: string, { source }: ImportContext): Unnumbered[] {
  if (id.startsWith('row ')) return []
  const name = SOURCE_NAMES[source]
  return [{ author: 'member', authorId: null, authorName: name, visibility: 'note', body: `${name} #${id}`, at }]
}

function messagesOf(
  given: NeutralTicket,
  written: NeutralMessage[],
  firstAt: string,
  context: ImportContext,
): Unnumbered[] {
  let at = firstAt
  return written.map((message) => {
    // A message without a time is as old as the one before it, and none is older than its ticket.
    if (message.at > at) at = message.at
    const isCustomer = message.from === 'customer'
    const authorId = isCustomer ? null : memberOf(message.agent, context)
    const known = authorId ? context.members.get(authorId) : null
    const name = message.name ?? (isCustomer ? given.requester?.name : message.agent) ?? null
    return {
      author: isCustomer ? 'customer' : 'member',
      authorId,
      authorName: known ?? (name && clipLine(name, 120)),
      visibility: message.isNote ? 'note' : 'public',
      body: cut(stripControl(message.body)),
      at,
    }
  })
}

/** The first messages, as many as a ticket can have. */
function taken(written: readonly NeutralMessage[]): NeutralMessage[] {
  let characters = 0
  return written.slice(0, MAX_MESSAGES).filter(({ body }) => {
    characters += Math.min(body.length, MAX_MESSAGE_CHARACTERS)
    return characters <= MAX_TICKET_CHARACTERS
  })
}

const cut = (body: string): string =>
  body.length > MAX_MESSAGE_CHARACTERS ? `${body.slice(0, MAX_MESSAGE_CHARACTERS).toWellFormed()}…` : body

function fieldsOf(given: NeutralTicket, { mapping, fields }: ImportContext): Record<string, FieldValue> {
  const values: Record<string, FieldValue> = {}
  for (const [name, input] of Object.entries(given.fields)) {
    const field = fields.get(mappedTo(mapping.fields, name) ?? ('' as never))
    const value = field && fieldValueOf(field, input)
    if (field && value !== null && value !== undefined) values[field.id] = value
  }
  return values
}
