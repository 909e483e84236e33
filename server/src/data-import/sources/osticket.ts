import * as m from '#i18n/messages.js'
import { textOfBody } from '#server/data-import/reading/html-text.ts'
import type { NeutralMessage } from '#server/data-import/reading/neutral.ts'
import type { JsonObject, SourceRecord } from '#server/data-import/reading/source-record.ts'
import { emailOf, firstText, idOf, textOf, timeOf } from '#server/data-import/reading/values.ts'
import { channelOf, isTrue } from './parts.ts'
import { createPeople, requesterOf } from './people.ts'
import type { Converted, SourceReader } from './source-reader.ts'

/** What other rows of the database name by number. */
type Names = Record<
  'subject' | 'status' | 'priority' | 'ticketPriority' | 'topic' | 'email' | 'category' | 'thread',
  Map<string, string>
>
type People = ReturnType<typeof createPeople>

/** osTicket: the dump of its database (tables with any prefix), and the CSV export of its list of tickets, which has no messages. */
export function osticketReader(): SourceReader {
  const people = createPeople()
  const map = () => new Map<string, string>()
  const names: Names = {
    subject: map(),
    status: map(),
    priority: map(),
    ticketPriority: map(),
    topic: map(),
    email: map(),
    category: map(),
    thread: map(),
  }
  let hasLoose = false
  const learn = (found: SourceRecord) => {
    if (/^thread_entry$|^ticket_thread$/.test(tableOf(found.hint))) hasLoose = true
    learnRow(tableOf(found.hint), found.value, names, people)
  }
  const convert = ({ hint, value }: SourceRecord): Converted[] => {
    switch (hint === 'row' ? 'row' : tableOf(hint)) {
      case 'user': {
        const id = idOf(value.id)
        if (id === null) return []
        return people.customer({ id, ...customerOf(id, names, people) })
      }
      case 'ticket':
        return ticketOf(value, names, people)
      case 'thread_entry':
      case 'ticket_thread':
        return messageOf(value, names, people)
      case 'faq':
        return [articleOf(value, names)]
      case 'canned_response':
        return [macroOf(value)]
      case 'row':
        return rowOf(value, people)
      default:
        return []
    }
  }
  return { learn, convert, hasLooseMessages: () => hasLoose }
}

/** `ost_ticket__cdata` is `ticket__cdata`: the tables' prefix is chosen at the installation. */
const TABLES =
  /(?:^|_)(ticket__cdata|ticket_status|ticket_priority|ticket_thread|ticket|thread_entry|thread|user_email|user|staff|help_topic|faq_category|faq|canned_response)$/
const tableOf = (hint: string): string => TABLES.exec(hint)?.[1] ?? ''

function learnRow(table: string, value: JsonObject, names: Names, people: People): void {
  const put = (map: keyof Names, key: unknown, name: unknown) => {
    const [id, text] = [idOf(key), textOf(name)]
    if (id && text) names[map].set(id, text)
  }
  switch (table) {
    case 'ticket__cdata':
      put('subject', value.ticket_id, value.subject)
      put('ticketPriority', value.ticket_id, value.priority)
      return
    case 'ticket_status':
      put('status', value.id, value.name)
      return
    case 'ticket_priority':
      put('priority', value.priority_id, value.priority_desc ?? value.priority)
      return
    case 'help_topic':
      put('topic', value.topic_id, value.topic)
      return
    case 'faq_category':
      put('category', value.category_id, value.name)
      return
    case 'user_email':
      put('email', value.user_id, value.address)
      return
    case 'thread':
      if (value.object_type === 'T') put('thread', value.id, value.object_id)
      return
    case 'user': {
      const id = idOf(value.id)
      if (id)
        people.add({
          id,
          name: textOf(value.name) ?? '',
          email: null,
          isAgent: false,
          createdAt: timeOf(value.created),
        })
      return
    }
    case 'staff': {
      const id = idOf(value.staff_id)
      const name = [textOf(value.firstname), textOf(value.lastname)].filter((part) => part !== null).join(' ')
      if (id)
        people.add({
          id: `staff ${id}`,
          name: name || (textOf(value.username) ?? id),
          email: emailOf(value.email),
          isAgent: true,
        })
    }
  }
}

function customerOf(id: string, names: Names, people: People): { name: string; email: string | null } {
  const email = emailOf(names.email.get(id))
  return { name: people.find(id)?.name || email || 'Anonymous Customer', email }
}

/** Zero is nobody. */
const staffOf = (id: unknown): string | null => (idOf(id) && idOf(id) !== '0' ? `staff ${idOf(id)}` : null)

function ticketOf(value: JsonObject, names: Names, people: People): Converted[] {
  const id = idOf(value.ticket_id)
  if (id === null) return [{ skip: m.data_import_fault_no_id, kind: 'ticket', id: null }]
  const userId = idOf(value.user_id)
  const requester = userId && userId !== '0' ? customerOf(userId, names, people) : null
  const priority = names.ticketPriority.get(id) ?? ''
  const closedAt = timeOf(value.closed)
  return people.withRequester({
    kind: 'ticket',
    // The number that people know, which the CSV export has too.
    id: firstText(value.number) ?? id,
    subject: names.subject.get(id) ?? '',
    requester: requester && requesterOf(userId, requester.name, requester.email),
    status: names.status.get(idOf(value.status_id) ?? '') ?? firstText(value.status) ?? 'Open',
    priority: names.priority.get(priority) ?? (priority || 'Normal'),
    assignee: people.agent(staffOf(value.staff_id)),
    category: names.topic.get(idOf(value.topic_id) ?? '') ?? null,
    tags: [],
    channel: channelOf(textOf(value.source)),
    fields: {},
    messages: [],
    createdAt: timeOf(value.created),
    updatedAt: timeOf(value.lastupdate) ?? timeOf(value.updated),
    resolvedAt: closedAt,
    looseId: id,
  })
}

function messageOf(value: JsonObject, names: Names, people: People): Converted[] {
  const ticketId = idOf(value.ticket_id) ?? names.thread.get(idOf(value.thread_id) ?? '') ?? null
  const type = firstText(value.type, value.thread_type)
  const body = textOfBody(textOf(value.body) ?? '')
  if (ticketId === null || body === '') return []
  const isCustomer = type === 'M'
  const staff = staffOf(value.staff_id)
  const message: NeutralMessage = {
    from: isCustomer ? 'customer' : 'agent',
    agent: isCustomer ? null : (people.agent(staff) ?? textOf(value.poster)),
    name: textOf(value.poster) ?? people.find(staff)?.name ?? null,
    isNote: type === 'N',
    body,
    at: timeOf(value.created) ?? new Date(0).toISOString(),
  }
  return [{ ticketId, message }]
}

function articleOf(value: JsonObject, names: Names): Converted {
  const id = idOf(value.faq_id)
  const title = textOf(value.question)
  if (id === null || title === null) return { skip: m.data_import_fault_no_title, kind: 'article', id }
  return {
    kind: 'article',
    id,
    title,
    body: textOf(value.answer) ?? '',
    isHtml: true,
    category: names.category.get(idOf(value.category_id) ?? '') ?? '',
    language: '',
    isPublished: isTrue(value.ispublished) || textOf(value.ispublished) === '2',
    createdAt: timeOf(value.created),
    updatedAt: timeOf(value.updated),
  }
}

function macroOf(value: JsonObject): Converted {
  const id = idOf(value.canned_id)
  const name = textOf(value.title)
  if (id === null || name === null) return { skip: m.data_import_fault_no_title, kind: 'macro', id }
  return { kind: 'macro', id, name, body: textOfBody(textOf(value.response) ?? ''), actions: [] }
}

/** A line of the CSV export of the list of tickets. */
function rowOf(value: JsonObject, people: People): Converted[] {
  const id = idOf(value['Ticket Number'])
  if (id === null) return [{ skip: m.data_import_fault_no_id, kind: 'ticket', id: null }]
  const createdAt = timeOf(value['Date Created'])
  const email = emailOf(value['From Email'])
  const subject = textOf(value.Subject) ?? ''
  const message = {
    from: 'customer',
    agent: null,
    name: null,
    isNote: false,
    body: subject,
    at: createdAt ?? '',
  } as const
  return people.withRequester({
    kind: 'ticket',
    id,
    subject,
    requester: requesterOf(null, textOf(value.From), email),
    status: textOf(value['Current Status']) ?? 'Open',
    priority: textOf(value.Priority) ?? 'Normal',
    assignee: textOf(value['Agent Assigned']),
    category: firstText(value['Help Topic'], value.Department),
    tags: [],
    channel: channelOf(textOf(value.Source)),
    fields: {},
    messages: subject ? [{ ...message, at: createdAt ?? new Date(0).toISOString() }] : [],
    createdAt,
    updatedAt: timeOf(value['Last Updated']),
    resolvedAt: timeOf(value['Closed Date']),
  })
}
