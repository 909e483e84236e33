import { and, eq, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { FileView } from '#contracts/conversation/file.ts'
import type { TicketId, UserId } from '#contracts/ids.ts'
import type { ComposerDraft, ComposerMode, saveComposerDraft } from '#contracts/ticket/composer-draft.ts'
import * as m from '#i18n/messages.js'
import type { MessageRow } from '#server/conversation/schema.ts'
import { listUnsentFiles } from '#server/conversation/service.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { getTicketRow } from '#server/ticket/load.ts'
import { canWork } from '#server/ticket/policy.ts'
import { ticket } from '#server/ticket/schema.ts'
import { type ComposerDraftRow, composerDraft } from './schema.ts'

const draftsOf = (t: Tx, ticketId: TicketId, userId: UserId) =>
  and(eq(composerDraft.tenantId, t.tenantId), eq(composerDraft.ticketId, ticketId), eq(composerDraft.userId, userId))

const presentDraft = (row: ComposerDraftRow, files: readonly FileView[]): ComposerDraft => ({
  mode: row.mode,
  body: row.body,
  files: row.fileIds.flatMap((id) => files.filter((file) => file.id === id)),
  revision: row.revision,
})

/** A member's own drafts on a ticket, with the uploads that are still there. */
export const readDrafts = (tenant: Tenant, actor: Member, ticketId: TicketId): Promise<ComposerDraft[]> =>
  tenant.read(async (t) => {
    const [, rows] = await Promise.all([
      getTicketRow(t, actor, ticketId),
      t.db
        .select()
        .from(composerDraft)
        .where(draftsOf(t, ticketId, actor.userId)),
    ])
    const files = await listUnsentFiles(
      t,
      actor,
      rows.flatMap(({ fileIds }) => fileIds),
    )
    return rows.map((row) => presentDraft(row, files))
  })

type Given = z.output<typeof saveComposerDraft.body>

/** Stores a draft over the one the member saw, deletes it where it is empty. Throws conflict with what another device stored meanwhile. */
export const saveDraft = (
  tenant: Tenant,
  actor: Member,
  ticketId: TicketId,
  { revision, mode, ...content }: Given,
): Promise<ComposerDraft | null> =>
  tenant.tx(async (t) => {
    // A lost draft of half a second is typed again; nobody waits for the disk at every pause of typing.
    t.relaxDurability()
    const own = and(draftsOf(t, ticketId, actor.userId), eq(composerDraft.mode, mode))
    const [[held], sent, files] = await Promise.all([
      holdTicket(t, ticketId, own),
      findSentLately(t, ticketId, { authorId: actor.userId, mode, body: content.body }),
      content.fileIds.length > 0 ? listUnsentFiles(t, actor, content.fileIds) : [],
    ])
    if (!held || !canWork(actor)) throw notFound('ticket')
    const stored = held.draft ?? undefined
    if (files.length < new Set(content.fileIds).size) throw invalid({ 'body.fileIds': m.error_file_gone })
    if ((stored?.revision ?? null) !== revision) throw newerDraft(stored, files)
    const isAsSent = sent.length > 0 && content.fileIds.length === 0
    if (isAsSent || (content.body === '' && content.fileIds.length === 0)) {
      if (!stored) return null
      const seen = and(own, eq(composerDraft.revision, stored.revision))
      const gone = await t.db.delete(composerDraft).where(seen).returning({ revision: composerDraft.revision })
      if (!gone[0]) throw newerDraft(undefined, files)
      return null
    }
    const saved = { ...content, revision: crypto.randomUUID(), savedAt: t.now }
    const row = { tenantId: t.tenantId, ticketId, userId: actor.userId, mode, ...saved }
    // Two devices that store the first draft at once: the second one violates no key, it loses.
    const target = [composerDraft.tenantId, composerDraft.ticketId, composerDraft.userId, composerDraft.mode]
    const written = stored
      ? await t.db
          .update(composerDraft)
          .set(saved)
          .where(and(own, eq(composerDraft.revision, stored.revision)))
          .returning()
      : await t.db.insert(composerDraft).values(row).onConflictDoNothing({ target }).returning()
    if (!written[0]) throw newerDraft(undefined, files)
    return presentDraft(row, files)
  })

/** So long a draft that arrives behind its message is one that was on its way when the message left. */
const ON_ITS_WAY_MS = 60_000

/** The ticket with the stored draft; waits for a message of it that is being stored, which the statements after it then find. */
const holdTicket = (t: Tx, ticketId: TicketId, own: SQL | undefined) =>
  t.db
    .select({ id: ticket.id, draft: composerDraft })
    .from(ticket)
    .leftJoin(composerDraft, and(eq(composerDraft.tenantId, ticket.tenantId), own))
    .where(and(eq(ticket.tenantId, t.tenantId), eq(ticket.id, ticketId)))
    .for('share', { of: ticket })
    .execute()

type SentText = { authorId: UserId; mode: ComposerMode; body: string }

/** Messages by which a member sent this text just now. */
const findSentLately = (t: Tx, ticketId: TicketId, { authorId, mode, body }: SentText) =>
  t.sql(
    `SELECT 1 FROM ticket k
     JOIN message m ON m.tenant_id = k.tenant_id AND m.conversation_id = k.conversation_id
     WHERE k.tenant_id = $1 AND k.id = $2 AND m.author_id = $3 AND m.visibility = $4 AND m.body = $5 AND m.body <> '' AND m.created_at > $6`,
    [
      t.tenantId,
      ticketId,
      authorId,
      mode === 'note' ? 'note' : 'public',
      body,
      new Date(t.now.getTime() - ON_ITS_WAY_MS),
    ],
  )

const newerDraft = (stored: ComposerDraftRow | undefined, files: readonly FileView[]) =>
  conflict(m.error_draft_changed, {
    reason: 'version',
    current: stored ? presentDraft(stored, files) : null,
  })

/** A text that was sent is no draft any longer, also where the browser ended right after it; another text that was typed meanwhile stays. */
export function deleteSentDraft(t: Tx, ticketId: TicketId, { authorId, visibility, body }: MessageRow): void {
  const mode: ComposerMode = visibility === 'note' ? 'note' : 'reply'
  const isSent = and(eq(composerDraft.mode, mode), eq(composerDraft.body, body))
  t.write(t.db.delete(composerDraft).where(and(draftsOf(t, ticketId, authorId as UserId), isSent)))
}
