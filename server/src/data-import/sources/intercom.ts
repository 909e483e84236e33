import * as m from '#i18n/messages.js'
import { textOfBody } from '#server/data-import/reading/html-text.ts'
import type { NeutralMessage } from '#server/data-import/reading/neutral.ts'
import type { JsonObject, SourceRecord } from '#server/data-import/reading/source-record.ts'
import {
  emailOf,
  firstText,
  idOf,
  objectOf,
  objectsIn,
  tagsOf,
  textOf,
  timeOf,
} from '#server/data-import/reading/values.ts'
import { channelOf, fieldsOf, has, htmlArticle, messagesOf, withAttachments } from './parts.ts'
import { createPeople, requesterOf } from './people.ts'
import type { Converted, SourceReader } from './source-reader.ts'

type Kind = 'contact' | 'admin' | 'conversation' | 'article' | 'collection' | 'macro' | null

/** Intercom: conversations with their parts, contacts, admins, articles with their collections, macros, as the API gives them. */
export function intercomReader(): SourceReader {
  const given: Export = { people: createPeople(), collections: new Map() }
  return {
    learn: (found) => learn(given, found),
    convert: (found) => convert(given, found),
    hasLooseMessages: () => false,
  }
}

/** What records name by id. */
type Export = { people: ReturnType<typeof createPeople>; collections: Map<string, string> }

function addPerson({ people }: Export, person: JsonObject | null, isAgentOf: boolean): void {
  const id = idOf(person?.id)
  if (!person || id === null) return
  const email = emailOf(person.email)
  const name = firstText(person.name, email)
  // Parts of a conversation name their author without what the list of contacts has.
  if (name === null && people.find(id) !== null) return
  people.add({
    id,
    name: name ?? 'Anonymous Customer',
    email,
    isAgent: isAgentOf,
    createdAt: timeOf(person.created_at),
  })
}

function learn(from: Export, { hint, value }: SourceRecord): void {
  const kind = kindOf(hint, value)
  if (kind === 'contact' || kind === 'admin') addPerson(from, value, kind === 'admin')
  const [id, name] = [idOf(value.id), textOf(value.name)]
  if (kind === 'collection' && id && name) from.collections.set(id, name)
  if (kind !== 'conversation') return
  for (const { author } of [objectOf(value.source) ?? {}, ...partsOf(value)]) {
    const person = objectOf(author)
    if (person && !from.people.find(idOf(person.id))?.email) addPerson(from, person, isAgent(person))
  }
}

function convert(from: Export, { hint, value }: SourceRecord): Converted[] {
  switch (kindOf(hint, value)) {
    case 'contact': {
      const person = from.people.find(idOf(value.id))
      return person && !person.isAgent ? from.people.customer(person) : []
    }
    case 'conversation':
      return conversationOf(from, value)
    case 'article':
      return [articleOf(value, from.collections)]
    case 'macro':
      return [macroOf(value)]
    default:
      return []
  }
}

function messageOf({ people }: Export, part: JsonObject, at: string): NeutralMessage {
  const author = objectOf(part.author)
  const isCustomer = !isAgent(author)
  const person = people.find(idOf(author?.id))
  return {
    from: isCustomer ? 'customer' : 'agent',
    agent: isCustomer ? null : (people.agent(idOf(author?.id)) ?? textOf(author?.name)),
    name: person?.name ?? textOf(author?.name),
    isNote: part.part_type === 'note',
    body: withAttachments(textOfBody(textOf(part.body) ?? ''), part.attachments),
    at: timeOf(part.created_at) ?? at,
  }
}

function conversationOf(from: Export, value: JsonObject): Converted[] {
  const { people } = from
  const id = idOf(value.id)
  if (id === null) return [{ skip: m.data_import_fault_no_id, kind: 'ticket', id: null }]
  const source = objectOf(value.source) ?? objectOf(value.conversation_message)
  const createdAt = timeOf(value.created_at)
  const at = createdAt ?? new Date(0).toISOString()
  const contact = objectsIn(objectOf(value.contacts)?.contacts)[0] ?? objectOf(value.user)
  const author = objectOf(source?.author)
  const contactId = idOf(contact?.id) ?? (isAgent(author) ? null : idOf(author?.id))
  const person = people.find(contactId)
  const opening = source ? [messageOf(from, { ...source, part_type: 'comment' }, at)] : []
  const parts = partsOf(value).map((part) => messageOf(from, part, at))
  const state = textOf(value.state) ?? (value.open === false ? 'closed' : 'open')
  const assignee = idOf(value.admin_assignee_id) ?? idOf(objectOf(value.assignee)?.id)
  const closedAt = timeOf(objectOf(value.statistics)?.last_close_at) ?? timeOf(value.updated_at)
  return people.withRequester({
    kind: 'ticket',
    id,
    subject: textOfBody(firstText(value.title, source?.subject) ?? ''),
    requester: requesterOf(contactId, person?.name ?? null, person?.email ?? null),
    status: state,
    priority: textOf(value.priority) ?? 'not_priority',
    assignee: assignee === '0' ? null : people.agent(assignee),
    category: null,
    tags: tagsOf(objectOf(value.tags)?.tags ?? value.tags),
    channel: channelOf(textOf(source?.type)),
    fields: fieldsOf(objectOf(value.custom_attributes)),
    messages: messagesOf([...opening, ...parts], null, createdAt),
    createdAt,
    updatedAt: timeOf(value.updated_at),
    resolvedAt: state === 'closed' ? closedAt : null,
  })
}

/** Parts without a text say that something was assigned, closed or snoozed. */
const partsOf = (value: JsonObject): JsonObject[] => {
  const parts = objectOf(value.conversation_parts)?.conversation_parts ?? value.conversation_parts
  return objectsIn(parts).filter((part) => textOf(part.body) !== null)
}

const isAgent = (author: JsonObject | null): boolean => ['admin', 'bot', 'team'].includes(textOf(author?.type) ?? '')

const BY_TYPE: Record<string, Kind> = {
  conversation: 'conversation',
  conversations: 'conversation',
  contact: 'contact',
  contacts: 'contact',
  user: 'contact',
  users: 'contact',
  lead: 'contact',
  admin: 'admin',
  admins: 'admin',
  article: 'article',
  articles: 'article',
  collection: 'collection',
  collections: 'collection',
  macro: 'macro',
  macros: 'macro',
  saved_replies: 'macro',
}

function kindOf(hint: string, value: JsonObject): Kind {
  const known = BY_TYPE[textOf(value.type) ?? ''] ?? BY_TYPE[hint]
  if (known !== undefined) return known
  if (has(value, 'conversation_parts')) return 'conversation'
  return has(value, 'email', 'external_id') ? 'contact' : null
}

const articleOf = (value: JsonObject, collections: ReadonlyMap<string, string>): Converted =>
  htmlArticle(value, {
    title: textOf(value.title),
    category: collections.get(idOf(value.parent_id) ?? '') ?? '',
    language: textOf(value.default_locale) ?? '',
    isPublished: value.state === 'published',
  })

function macroOf(value: JsonObject): Converted {
  const id = idOf(value.id)
  const name = firstText(value.name, value.title)
  if (id === null || name === null) return { skip: m.data_import_fault_no_title, kind: 'macro', id }
  const body = textOf(value.body_text) ?? textOfBody(firstText(value.body, value.text) ?? '')
  return { kind: 'macro', id, name, body, actions: [] }
}
