import * as m from '#i18n/messages.js'
import { textOfBody } from '#server/data-import/reading/html-text.ts'
import type { NeutralMacro, NeutralMessage } from '#server/data-import/reading/neutral.ts'
import type { JsonObject, SourceRecord } from '#server/data-import/reading/source-record.ts'
import {
  emailOf,
  firstText,
  idOf,
  listOf,
  objectOf,
  objectsIn,
  tagsOf,
  textOf,
  timeOf,
} from '#server/data-import/reading/values.ts'
import { fieldsOf, has, messagesOf, withAttachments } from './parts.ts'
import { createPeople, requesterOf } from './people.ts'
import type { Converted, SourceReader } from './source-reader.ts'

type Kind = 'contact' | 'conversation' | 'message' | 'article' | 'canned' | 'macro' | null
type People = ReturnType<typeof createPeople>

/**
 * Chatwoot: conversations with their messages, or messages beside them, contacts (also the CSV export), articles, canned responses and macros,
 * as the API gives them.
 */
export function chatwootReader(): SourceReader {
  const people = createPeople()
  let hasLoose = false
  const learn = ({ hint, value }: SourceRecord) => {
    const kind = kindOf(hint, value)
    if (kind === 'message') hasLoose = true
    const contact = kind === 'contact' ? value : kind === 'conversation' ? senderOf(value) : null
    const id = idOf(contact?.id)
    if (!contact || id === null) return
    const email = emailOf(contact.email)
    const name = firstText(contact.name, email, contact.phone_number) ?? 'Anonymous Customer'
    if (kind === 'contact' || !people.find(id))
      people.add({ id, name, email, isAgent: false, createdAt: timeOf(contact.created_at) })
  }
  const convert = ({ hint, value }: SourceRecord): Converted[] => {
    switch (kindOf(hint, value)) {
      case 'contact': {
        const person = people.find(idOf(value.id))
        return person ? people.customer(person) : []
      }
      case 'conversation':
        return conversationOf(value, people, hasLoose)
      case 'message': {
        const ticketId = idOf(value.conversation_id)
        const message = messageOf(value)
        return ticketId && message ? [{ ticketId, message }] : []
      }
      case 'article':
        return [articleOf(value)]
      case 'canned':
      case 'macro':
        return [macroOf(value)]
      default:
        return []
    }
  }
  return { learn, convert, hasLooseMessages: () => hasLoose }
}

const senderOf = (value: JsonObject): JsonObject | null =>
  objectOf(objectOf(value.meta)?.sender) ?? objectOf(value.contact) ?? objectOf(objectOf(value.contact_inbox)?.contact)

function conversationOf(value: JsonObject, people: People, hasLoose: boolean): Converted[] {
  const id = idOf(value.display_id) ?? idOf(value.id)
  if (id === null) return [{ skip: m.data_import_fault_no_id, kind: 'ticket', id: null }]
  const contactId = idOf(senderOf(value)?.id) ?? idOf(value.contact_id)
  const person = people.find(contactId)
  const assignee = objectOf(objectOf(value.meta)?.assignee) ?? objectOf(value.assignee)
  const more = objectOf(value.additional_attributes)
  const createdAt = timeOf(value.created_at)
  const status = textOf(value.status) ?? 'open'
  // A list of conversations has the newest message of each only; where messages stand apart, they are all there.
  const messages = hasLoose ? [] : objectsIn(value.messages).flatMap((one) => messageOf(one) ?? [])
  const channel = firstText(objectOf(value.meta)?.channel, value.channel) ?? ''
  return people.withRequester({
    kind: 'ticket',
    id,
    subject: firstText(more?.mail_subject, value.subject) ?? '',
    requester: requesterOf(contactId, person?.name ?? null, person?.email ?? null),
    status,
    priority: textOf(value.priority) ?? 'none',
    assignee: emailOf(assignee?.email) ?? firstText(assignee?.name, assignee?.available_name),
    category: null,
    tags: tagsOf(value.labels),
    channel: /email/i.test(channel) ? 'email' : 'other',
    fields: fieldsOf(objectOf(value.custom_attributes)),
    messages: messagesOf(messages, null, createdAt),
    createdAt,
    updatedAt: timeOf(value.updated_at) ?? timeOf(value.last_activity_at),
    resolvedAt: status === 'resolved' ? (timeOf(value.updated_at) ?? timeOf(value.last_activity_at)) : null,
  })
}

/** Null for what only says that something was assigned or resolved. */
function messageOf(value: JsonObject): NeutralMessage | null {
  const type = textOf(value.message_type)
  if (type === '2' || type === 'activity') return null
  const isCustomer = type === '0' || type === 'incoming'
  const sender = objectOf(value.sender)
  return {
    from: isCustomer ? 'customer' : 'agent',
    agent: isCustomer ? null : (emailOf(sender?.email) ?? textOf(sender?.name)),
    name: firstText(sender?.name, sender?.available_name),
    isNote: value.private === true || value.private === 'true',
    body: withAttachments(textOfBody(textOf(value.content) ?? ''), value.attachments),
    at: timeOf(value.created_at) ?? new Date(0).toISOString(),
  }
}

const BY_HINT: Record<string, Kind> = {
  conversations: 'conversation',
  contacts: 'contact',
  messages: 'message',
  articles: 'article',
  canned_responses: 'canned',
  macros: 'macro',
}

function kindOf(hint: string, value: JsonObject): Kind {
  // Before the hint: both lists are in `payload`, and a list of conversations may be in a file of any name.
  if (has(value, 'message_type')) return 'message'
  if (has(value, 'short_code', 'content')) return 'canned'
  if (has(value, 'inbox_id', 'status') || has(value, 'meta', 'status')) return 'conversation'
  if (has(value, 'name', 'actions')) return 'macro'
  if (has(value, 'title', 'content')) return 'article'
  const known = BY_HINT[hint]
  if (known !== undefined) return known
  return has(value, 'email', 'name') ? 'contact' : null
}

function articleOf(value: JsonObject): Converted {
  const id = idOf(value.id)
  const title = textOf(value.title)
  if (id === null || title === null) return { skip: m.data_import_fault_no_title, kind: 'article', id }
  const status = textOf(value.status)
  return {
    kind: 'article',
    id,
    title,
    body: textOf(value.content) ?? '',
    isHtml: false,
    category: firstText(objectOf(value.category)?.name, value.category) ?? '',
    language: firstText(value.locale, objectOf(value.category)?.locale) ?? '',
    isPublished: status === 'published' || status === '1',
    createdAt: timeOf(value.created_at),
    updatedAt: timeOf(value.updated_at),
  }
}

const ACTIONS: Record<string, 'note' | 'add_tag' | 'remove_tag' | 'priority' | 'status'> = {
  add_private_note: 'note',
  add_label: 'add_tag',
  remove_label: 'remove_tag',
  change_priority: 'priority',
  change_status: 'status',
}

/** A canned response, whose name is its short code and which may have the same number as a macro; or a macro. */
function macroOf(value: JsonObject): Converted {
  const code = textOf(value.short_code)
  const id = idOf(value.id)
  const name = firstText(value.name, code)
  if (id === null || name === null) return { skip: m.data_import_fault_no_title, kind: 'macro', id }
  const macro: NeutralMacro = {
    kind: 'macro',
    id: code ? id : `macro ${id}`,
    name,
    body: textOf(value.content) ?? '',
    actions: [],
  }
  for (const action of objectsIn(value.actions)) {
    const params = listOf(action.action_params).flatMap((one) => textOf(one) ?? [])
    const type = ACTIONS[textOf(action.action_name) ?? '']
    if (action.action_name === 'send_message') macro.body = params.join('\n')
    else if (action.action_name === 'resolve_conversation') macro.actions.push({ type: 'status', value: 'resolved' })
    else if (type) for (const param of params) macro.actions.push({ type, value: param })
  }
  return macro
}
