import * as m from '#i18n/messages.js'
import { textOfBody } from '#server/data-import/reading/html-text.ts'
import type { FieldInput, NeutralMacro, NeutralMessage } from '#server/data-import/reading/neutral.ts'
import type { JsonObject, SourceRecord } from '#server/data-import/reading/source-record.ts'
import {
  emailOf,
  fieldOf,
  firstText,
  idOf,
  objectOf,
  objectsIn,
  tagsOf,
  textOf,
  timeOf,
} from '#server/data-import/reading/values.ts'
import { channelOf, has, htmlArticle, isTrue, messagesOf, withAttachments } from './parts.ts'
import { createPeople, requesterOf } from './people.ts'
import type { Converted, SourceReader } from './source-reader.ts'

type Kind = 'user' | 'ticket' | 'comment' | 'article' | 'section' | 'macro' | 'field' | null

/**
 * Zendesk: the JSON export (a ticket a line, with its comments, requester and assignee), users beside it, and what the API lists of users,
 * tickets, comments, Guide articles with their sections, and macros.
 */
export function zendeskReader(): SourceReader {
  const given: Export = { people: createPeople(), sections: new Map(), fields: new Map(), hasLoose: false }
  return {
    learn: (found) => learn(given, found),
    convert: (found) => convert(given, found),
    hasLooseMessages: () => given.hasLoose,
  }
}

/** What records name by id. `hasLoose`: comments stand apart from their tickets. */
type Export = {
  people: ReturnType<typeof createPeople>
  sections: Map<string, string>
  fields: Map<string, string>
  hasLoose: boolean
}

function addPerson({ people }: Export, user: JsonObject | null): void {
  const id = idOf(user?.id)
  if (!user || id === null) return
  const email = emailOf(user.email)
  const isAgent = user.role === 'agent' || user.role === 'admin'
  people.add({ id, name: firstText(user.name, email) ?? id, email, isAgent, createdAt: timeOf(user.created_at) })
}

function learn(from: Export, { hint, value }: SourceRecord): void {
  const [id, name] = [idOf(value.id), firstText(value.name, value.title)]
  switch (kindOf(hint, value)) {
    case 'user':
      addPerson(from, value)
      break
    case 'ticket':
      for (const embedded of [value.requester, value.assignee, value.submitter]) addPerson(from, objectOf(embedded))
      break
    case 'comment':
      from.hasLoose = true
      break
    case 'section':
      if (id && name) from.sections.set(id, name)
      break
    case 'field':
      if (id && name) from.fields.set(id, name)
  }
}

function convert(from: Export, { hint, value }: SourceRecord): Converted[] {
  switch (kindOf(hint, value)) {
    case 'user': {
      const person = from.people.find(idOf(value.id))
      return person && !person.isAgent ? from.people.customer(person) : []
    }
    case 'ticket':
      return ticketOf(from, value)
    case 'comment': {
      const ticketId = idOf(value.ticket_id)
      return ticketId ? [{ ticketId, message: messageOf(from, value, null) }] : []
    }
    case 'article':
      return [articleOf(value, from.sections)]
    case 'macro':
      return [macroOf(value)]
    default:
      return []
  }
}

function messageOf({ people }: Export, comment: JsonObject, requesterId: string | null): NeutralMessage {
  const authorId = idOf(comment.author_id) ?? idOf(objectOf(comment.author)?.id)
  const author = people.find(authorId)
  const isNote = comment.public === false || comment.public === 'false'
  const isCustomer = !isNote && (authorId === requesterId || (author !== null && !author.isAgent))
  const body = firstText(comment.plain_body, comment.body) ?? textOf(comment.html_body) ?? ''
  return {
    from: isCustomer ? 'customer' : 'agent',
    agent: isCustomer ? null : people.agent(authorId),
    name: author?.name ?? textOf(objectOf(comment.author)?.name),
    isNote,
    body: withAttachments(textOfBody(body), comment.attachments),
    at: timeOf(comment.created_at) ?? new Date(0).toISOString(),
  }
}

const fieldsOf = ({ fields }: Export, value: JsonObject): Record<string, FieldInput> =>
  Object.fromEntries(
    objectsIn(value.custom_fields ?? value.fields).flatMap((field) => {
      const [id, input] = [idOf(field.id), fieldOf(field.value)]
      return id && input !== null ? [[fields.get(id) ?? id, input] as const] : []
    }),
  )

function ticketOf(from: Export, value: JsonObject): Converted[] {
  const { people } = from
  const id = idOf(value.id)
  if (id === null) return [{ skip: m.data_import_fault_no_id, kind: 'ticket', id: null }]
  if (value.status === 'deleted') return [{ skip: m.data_import_fault_deleted, kind: 'ticket', id }]
  const requesterId = idOf(value.requester_id) ?? idOf(objectOf(value.requester)?.id)
  const requester = people.find(requesterId)
  const createdAt = timeOf(value.created_at)
  const updatedAt = timeOf(value.updated_at)
  const status = textOf(value.status) ?? 'open'
  const isSolved = status === 'solved' || status === 'closed'
  const comments = objectsIn(value.comments).map((comment) => messageOf(from, comment, requesterId))
  return people.withRequester({
    kind: 'ticket',
    id,
    subject: firstText(value.subject, value.raw_subject) ?? '',
    requester: requesterOf(requesterId, requester?.name ?? null, requester?.email ?? null),
    status,
    priority: textOf(value.priority) ?? 'normal',
    assignee: people.agent(idOf(value.assignee_id) ?? idOf(objectOf(value.assignee)?.id)),
    category: textOf(value.type),
    tags: tagsOf(value.tags),
    channel: channelOf(textOf(objectOf(value.via)?.channel)),
    fields: fieldsOf(from, value),
    messages: messagesOf(comments, from.hasLoose ? null : textOf(value.description), createdAt),
    createdAt,
    updatedAt,
    resolvedAt: timeOf(objectOf(value.metric_set)?.solved_at) ?? (isSolved ? updatedAt : null),
  })
}

const BY_HINT: Record<string, Kind> = {
  tickets: 'ticket',
  users: 'user',
  comments: 'comment',
  articles: 'article',
  sections: 'section',
  categories: null,
  macros: 'macro',
  ticket_fields: 'field',
  organizations: null,
}

function kindOf(hint: string, value: JsonObject): Kind {
  const known = BY_HINT[hint]
  if (known !== undefined) return known
  if (has(value, 'requester_id', 'status') || has(value, 'requester', 'status')) return 'ticket'
  if (has(value, 'ticket_id', 'author_id')) return 'comment'
  if (has(value, 'section_id', 'title')) return 'article'
  if (has(value, 'title', 'actions')) return 'macro'
  return has(value, 'role', 'name') ? 'user' : null
}

const articleOf = (value: JsonObject, sections: ReadonlyMap<string, string>): Converted =>
  htmlArticle(value, {
    title: firstText(value.title, value.name),
    category: sections.get(idOf(value.section_id) ?? '') ?? '',
    language: firstText(value.locale, value.source_locale) ?? '',
    isPublished: !isTrue(value.draft),
  })

function macroOf(value: JsonObject): Converted {
  const id = idOf(value.id)
  const name = firstText(value.title, value.raw_title)
  if (id === null || name === null) return { skip: m.data_import_fault_no_title, kind: 'macro', id }
  const macro: NeutralMacro = { kind: 'macro', id, name, body: '', actions: [] }
  const given = objectsIn(value.actions)
  const isNote = given.some((action) => action.field === 'comment_mode_is_public' && !isTrue(action.value))
  for (const action of given) {
    // The text of some comes with the channel that it is for.
    const text = textOf(Array.isArray(action.value) ? action.value.at(-1) : action.value)
    if (text === null) continue
    switch (action.field) {
      case 'comment_value':
      case 'comment_value_html':
        if (isNote) macro.actions.push({ type: 'note', value: textOfBody(text) })
        else macro.body = textOfBody(text)
        break
      case 'status':
      case 'priority':
        macro.actions.push({ type: action.field, value: text })
        break
      case 'current_tags':
      case 'set_tags':
        for (const tag of text.split(/\s+/)) macro.actions.push({ type: 'add_tag', value: tag })
        break
      case 'remove_tags':
        for (const tag of text.split(/\s+/)) macro.actions.push({ type: 'remove_tag', value: tag })
    }
  }
  return macro
}
