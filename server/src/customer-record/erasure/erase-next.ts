import type { ConversationId, CustomerErasureId, TicketId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { deleteConversationFiles, deleteUploadsOf } from '#server/conversation/service.ts'
import { deleteMails } from '#server/inbound-mail/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { inEnglish } from '#server/platform/text/message.ts'
import { publishTicketToDesk } from '#server/ticket/service.ts'
import { BY_CONVERSATION, BY_TICKET, OF_PERSON } from './blank.ts'
import { forgetPerson, lockErasure, updateErasure } from './queries.ts'
import type { CustomerErasureRow } from './schema.ts'

const BATCH = 25

type Found = { id: ConversationId; ticketId: TicketId | null; subject: string | null }

/**
 * Erases what the person wrote in the next conversations, in one transaction with the mark of how far it is; whether all is done. A
 * repetition after a kill goes on behind the mark.
 */
export const eraseNext = (tenant: Tenant, id: CustomerErasureId): Promise<boolean> =>
  tenant.tx(async (t) => {
    const erasure = await lockErasure(t, id)
    if (!erasure || erasure.cleanedAt || erasure.finishedAt) return true
    const found = await lockConversations(t, erasure)
    const last = found.at(-1)
    if (last) {
      await eraseConversations(t, erasure, found)
      await updateErasure(t, id, { erasedUpTo: last.id })
      return false
    }
    await finish(t, erasure)
    return true
  })

/** The next conversations of the person, by id; of each its ticket is locked after it. */
async function lockConversations(t: Tx, { customerIds, emails, erasedUpTo }: CustomerErasureRow): Promise<Found[]> {
  const rows = await t.sql<{ id: ConversationId }>(
    `SELECT id FROM conversation WHERE tenant_id = $1 AND ($4::uuid IS NULL OR id > $4) AND (
       customer_id = ANY ($2)
       OR id IN (SELECT conversation_id FROM ticket WHERE tenant_id = $1 AND (customer_id = ANY ($2) OR customer_email = ANY ($3))))
     ORDER BY id LIMIT ${BATCH} FOR UPDATE`,
    [t.tenantId, customerIds, emails, erasedUpTo],
  )
  const ids = rows.map(({ id }) => id)
  const tickets = await t.sql<{ id: TicketId; conversationId: ConversationId; subject: string }>(
    `SELECT id, conversation_id AS "conversationId", subject FROM ticket WHERE tenant_id = $1 AND conversation_id = ANY ($2)
     ORDER BY id FOR UPDATE`,
    [t.tenantId, ids],
  )
  return ids.map((id) => {
    const ticket = tickets.find(({ conversationId }) => conversationId === id)
    return { id, ticketId: ticket?.id ?? null, subject: ticket?.subject ?? null }
  })
}

async function eraseConversations(t: Tx, erasure: CustomerErasureRow, found: Found[]): Promise<void> {
  const conversations = found.map(({ id }) => id)
  const tickets = found.flatMap(({ ticketId }) => ticketId ?? [])
  const subjects = [...new Set(found.flatMap(({ subject }) => subject ?? []))]
  await deleteConversationFiles(t, conversations)
  await deleteMails(t, { ticketIds: tickets })
  const erased = inEnglish(m.erased_text)
  for (const statement of BY_CONVERSATION) await t.sql(statement, [t.tenantId, conversations, erased])
  for (const statement of BY_TICKET) await t.sql(statement, [t.tenantId, tickets, erased, inEnglish(m.erased_customer)])
  await t.sql('SELECT erase_activity($1, $2, $3, $4)', [erasure.id, tickets, subjects, erased])
  for (const { id, ticketId } of found) if (ticketId) publishTicketToDesk(t, ticketId, id)
}

/** What is left without a conversation: uploads, mails, and the person's name in what is only added to. */
async function finish(t: Tx, erasure: CustomerErasureRow): Promise<void> {
  await forgetPerson(t, erasure)
  await deleteUploadsOf(t, erasure.guestIds)
  await deleteMails(t, { senders: erasure.emails })
  for (const statement of OF_PERSON) await t.sql(statement, [t.tenantId, erasure.emails])
  await t.sql('SELECT erase_activity($1, $2, $3, $4)', [erasure.id, [], [], inEnglish(m.erased_text)])
  const [row] = await t.sql<{ n: number }>('SELECT pseudonymise_records($1, $2) AS n', [
    erasure.id,
    inEnglish(m.erased_text),
  ])
  await updateErasure(t, erasure.id, { records: row?.n ?? 0, cleanedAt: t.now })
}
