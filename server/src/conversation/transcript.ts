import type { FastifyReply } from 'fastify'
import type { ConversationView } from '#contracts/conversation/conversation.ts'
import type { MessageView } from '#contracts/conversation/message.ts'
import type { ConversationId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import type { Language } from '#server/language/service.ts'
import type { Guest } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { dateFormat } from '#server/platform/text/date-format.ts'
import { readTenant } from '#server/tenant/service.ts'
import { getCurrentConversation } from './load.ts'
import { readThread } from './reads.ts'
import type { ConversationRow } from './schema.ts'

/** A transcript has the newest messages of a chat, at most so many pages of them. */
const MAX_PAGES = 20

export type Transcript = { row: ConversationRow; title: string; text: string }

/**
 * What the customer sees of a chat as plain text, oldest message first, with times in the business's time zone. Throws not_found for a chat
 * of somebody else. Notes are not in it: it is read as the customer.
 */
export async function readTranscript(t: Tx, actor: Guest, id: ConversationId, language: Language): Promise<Transcript> {
  const [row, business] = await Promise.all([getCurrentConversation(t, actor, id), readTenant(t)])
  const messages: MessageView[] = []
  let cursor: string | null = null
  for (let page = 0; page < MAX_PAGES && (page === 0 || cursor); page += 1) {
    const thread: Awaited<ReturnType<typeof readThread>> = await readThread(t, actor, row, cursor)
    messages.unshift(...(thread.messages as MessageView[]))
    cursor = thread.olderCursor
  }
  const at = momentIn(business.businessInfo.timezone, language)
  const locale = { locale: language }
  const title = m.chat_transcript_title({ business: business.name }, locale)
  const parts = [
    title,
    m.chat_transcript_from({ at: at(row.createdAt) }, locale),
    ...(cursor ? [m.chat_transcript_cut({}, locale)] : []),
    ...messages.flatMap((message) => lineOf(message, at, language) ?? []),
  ]
  return { row, title, text: `${parts.join('\n\n')}\n` }
}

/** Who wrote when, and what; a system message as one line. Null for those that say nothing by themselves. */
function lineOf(message: MessageView, at: (moment: Date) => string, language: Language): string | null {
  const locale = { locale: language }
  const { author, kind, authorName, body, attachments, createdAt } = message
  const time = at(new Date(createdAt))
  if (author === 'system') {
    if (kind === 'joined' && authorName) return `${time}  ${m.chat_line_joined({ name: authorName }, locale)}`
    return kind === 'handed_back' ? `${time}  ${m.chat_line_handed_back({}, locale)}` : null
  }
  const names = {
    customer: m.chat_you({}, locale),
    assistant: m.chat_assistant({}, locale),
    member: authorName ?? m.mail_somebody({}, locale),
  }
  const files = attachments.map(({ name }) => m.chat_transcript_file({ name }, locale))
  return [`${time}  ${names[author]}`, ...[body].filter(Boolean), ...files].join('\n')
}

/** Writes moments in a time zone, with its name; in UTC where the zone is unknown. */
function momentIn(zone: string, language: Language): (moment: Date) => string {
  const format = dateFormat(language, { dateStyle: 'medium', timeStyle: 'long', timeZone: zone })
  return (moment) => format.format(moment)
}

/** The transcript as a download. */
export async function sendTranscript(
  tenant: Tenant,
  actor: Guest,
  id: ConversationView['id'],
  language: Language,
  reply: FastifyReply,
): Promise<undefined> {
  const { row, text } = await tenant.read((t) => readTranscript(t, actor, id, language))
  reply
    .type('text/plain; charset=utf-8')
    .header('content-disposition', `attachment; filename="chat-${row.createdAt.toISOString().slice(0, 10)}.txt"`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .send(text)
  return undefined
}
