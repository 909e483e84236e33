import * as m from '#i18n/messages.js'
import { textOfBody } from '#server/data-import/reading/html-text.ts'
import type { NeutralMessage } from '#server/data-import/reading/neutral.ts'
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
import { channelOf, fieldsOf, has, isTrue, messagesOf, withAttachments } from './parts.ts'
import { createPeople, requesterOf } from './people.ts'
import type { Converted, SourceReader } from './source-reader.ts'

type Kind = 'contact' | 'agent' | 'ticket' | 'article' | 'folder' | 'canned' | null

/**
 * Freshdesk: the account's export (XML, or JSON with `helpdesk_ticket` around each ticket and its notes), and what the API gives of tickets with
 * their conversations, contacts, agents, solution articles with their folders, and canned responses.
 */
export function freshdeskReader(): SourceReader {
  const people = createPeople()
  const folders = new Map<string, string>()
  const learn = (found: SourceRecord) => {
    const { kind, value } = readRecord(found)
    if (kind === 'contact' || kind === 'agent') {
      const contact = objectOf(value.contact) ?? objectOf(value.user) ?? value
      const [id, email] = [idOf(value.id), emailOf(contact.email)]
      const isAgent = kind === 'agent' || isTrue(value.helpdesk_agent)
      const person = {
        name: firstText(contact.name, email) ?? id ?? '',
        email,
        isAgent,
        createdAt: timeOf(value.created_at),
      }
      if (id) people.add({ id, ...person })
      // The tickets of the old export name agents by the id of their user.
      const userId = idOf(value.user_id)
      if (userId) people.add({ id: userId, ...person })
    }
    const [id, name] = [idOf(value.id), textOf(value.name)]
    if (kind === 'folder' && id && name) folders.set(id, name)
  }
  const convert = (found: SourceRecord): Converted[] => {
    const { kind, value } = readRecord(found)
    switch (kind) {
      case 'contact': {
        const person = people.find(idOf(value.id))
        return person && !person.isAgent ? people.customer(person) : []
      }
      case 'ticket':
        return ticketOf(value, people)
      case 'article':
        return [articleOf(value, folders)]
      case 'canned':
        return [macroOf(value)]
      default:
        return []
    }
  }
  return { learn, convert, hasLooseMessages: () => false }
}

type People = ReturnType<typeof createPeople>

function ticketOf(value: JsonObject, people: People): Converted[] {
  const id = idOf(value.display_id) ?? idOf(value.id)
  if (id === null) return [{ skip: m.data_import_fault_no_id, kind: 'ticket', id: null }]
  if (isTrue(value.deleted) || isTrue(value.spam)) return [{ skip: m.data_import_fault_deleted, kind: 'ticket', id }]
  const requester = objectOf(value.requester)
  const requesterId = idOf(value.requester_id) ?? idOf(requester?.id)
  const person = people.find(requesterId)
  const email = person?.email ?? emailOf(requester?.email) ?? emailOf(value.email)
  const createdAt = timeOf(value.created_at)
  const stats = objectOf(value.stats) ?? objectOf(value.ticket_states) ?? value
  const status = statusOf(value)
  const notes = objectsIn(value.conversations ?? value.notes ?? value.helpdesk_notes).map(unwrapped)
  const messages = notes.filter((note) => !isTrue(note.deleted)).map((note) => messageOf(note, people, requesterId))
  const description =
    firstText(value.description_text) ?? textOfBody(firstText(value.description, value.description_html) ?? '')
  // The description is the customer's first message, beside the conversation.
  const first = messagesOf([], withAttachments(description, value.attachments) || null, createdAt)
  const name = person?.name ?? firstText(requester?.name, value.requester_name)
  return people.withRequester({
    kind: 'ticket',
    id,
    subject: textOf(value.subject) ?? '',
    requester: requesterOf(requesterId, name, email),
    status,
    priority: nameOf(PRIORITIES, value.priority, value.priority_name) ?? 'Low',
    assignee: people.agent(idOf(value.responder_id)) ?? agentNameOf(value.responder_name),
    category: firstText(value.type, value.ticket_type),
    tags: tagsOf(value.tags),
    channel: channelOf(nameOf(SOURCES, value.source, value.source_name)),
    fields: fieldsOf(objectOf(value.custom_fields) ?? objectOf(value.custom_field), plainName),
    messages: [...first, ...messagesOf(messages, null, createdAt)],
    createdAt,
    updatedAt: timeOf(value.updated_at),
    resolvedAt: ['Resolved', 'Closed'].includes(status)
      ? (timeOf(stats.resolved_at) ?? timeOf(stats.closed_at) ?? timeOf(value.updated_at))
      : null,
  })
}

function messageOf(note: JsonObject, people: People, requesterId: string | null): NeutralMessage {
  const userId = idOf(note.user_id)
  const person = people.find(userId)
  const isNote = isTrue(note.private)
  const isCustomer = !isNote && (isTrue(note.incoming) || (userId !== null && userId === requesterId))
  const body = firstText(note.body_text) ?? textOfBody(firstText(note.body, note.body_html) ?? '')
  return {
    from: isCustomer ? 'customer' : 'agent',
    agent: isCustomer ? null : people.agent(userId),
    name: person?.name ?? textOf(note.from_email),
    isNote,
    body: withAttachments(body, note.attachments),
    at: timeOf(note.created_at) ?? new Date(0).toISOString(),
  }
}

const STATUSES: Record<string, string> = {
  2: 'Open',
  3: 'Pending',
  4: 'Resolved',
  5: 'Closed',
  6: 'Waiting on Customer',
  7: 'Waiting on Third Party',
}
const PRIORITIES: Record<string, string> = { 1: 'Low', 2: 'Medium', 3: 'High', 4: 'Urgent' }
const SOURCES: Record<string, string> = { 1: 'email', 2: 'portal', 9: 'portal', 10: 'email' }

const nameOf = (names: Record<string, string>, code: unknown, name: unknown): string | null =>
  textOf(name) ?? names[textOf(code) ?? ''] ?? textOf(code)

const statusOf = (value: JsonObject): string => nameOf(STATUSES, value.status, value.status_name) ?? 'Open'

const agentNameOf = (name: unknown): string | null => {
  const text = textOf(name)
  return text === 'No Agent' ? null : text
}

/** `cf_order_number`, and with the account's number in the old export `order_number_194465`. */
const plainName = (name: string): string => name.replace(/^cf_/, '').replace(/_\d{5,}$/, '')

const AROUND = [
  'helpdesk_ticket',
  'helpdesk_note',
  'user',
  'contact',
  'agent',
  'solution_article',
  'article',
  'canned_response',
]

/** `{"helpdesk_ticket": { … }}` is the ticket. */
function unwrapped(value: JsonObject): JsonObject {
  const keys = Object.keys(value)
  const inner = keys.length === 1 && AROUND.includes(keys[0] ?? '') ? objectOf(value[keys[0] ?? '']) : null
  return inner ?? value
}

const BY_HINT: Record<string, Kind> = {
  tickets: 'ticket',
  helpdesk_ticket: 'ticket',
  ticket: 'ticket',
  users: 'contact',
  user: 'contact',
  contacts: 'contact',
  contact: 'contact',
  agents: 'agent',
  agent: 'agent',
  articles: 'article',
  solutions: 'article',
  solution_article: 'article',
  folders: 'folder',
  solution_folder: 'folder',
  canned_responses: 'canned',
  canned_response: 'canned',
  companies: null,
}

function readRecord({ hint, value }: SourceRecord): { kind: Kind; value: JsonObject } {
  const around = Object.keys(value)[0] ?? ''
  const inner = unwrapped(value)
  const known = inner === value ? undefined : BY_HINT[around]
  if (known !== undefined) return { kind: known, value: inner }
  const named = BY_HINT[hint]
  if (named !== undefined) return { kind: named, value: inner }
  if (has(inner, 'subject', 'status')) return { kind: 'ticket', value: inner }
  if (has(inner, 'title', 'folder_id')) return { kind: 'article', value: inner }
  if (has(inner, 'title', 'content')) return { kind: 'canned', value: inner }
  return { kind: has(inner, 'email', 'name') ? 'contact' : null, value: inner }
}

function articleOf(value: JsonObject, folders: ReadonlyMap<string, string>): Converted {
  const id = idOf(value.id)
  const title = textOf(value.title)
  if (id === null || title === null) return { skip: m.data_import_fault_no_title, kind: 'article', id }
  return {
    kind: 'article',
    id,
    title,
    body: textOf(value.description) ?? '',
    isHtml: true,
    category: folders.get(idOf(value.folder_id) ?? '') ?? '',
    language: firstText(value.language) ?? '',
    isPublished: textOf(value.status) === '2',
    createdAt: timeOf(value.created_at),
    updatedAt: timeOf(value.updated_at),
  }
}

function macroOf(value: JsonObject): Converted {
  const id = idOf(value.id)
  const name = textOf(value.title)
  if (id === null || name === null) return { skip: m.data_import_fault_no_title, kind: 'macro', id }
  const body = textOfBody(firstText(value.content, value.content_html, ...listOf(value.contents)) ?? '')
  return { kind: 'macro', id, name, body, actions: [] }
}
