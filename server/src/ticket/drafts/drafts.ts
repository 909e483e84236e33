import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { FileView } from '#contracts/conversation/file.ts'
import type { TicketId, UserId } from '#contracts/ids.ts'
import type { ComposerDraft, ComposerMode, saveComposerDraft } from '#contracts/ticket/composer-draft.ts'
import * as m from '#i18n/messages.js'
import type { MessageRow } from '#server/conversation/schema.ts'
import { listUnsentFiles } from '#server/conversation/service.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, invalid } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { getTicketRow } from '#server/ticket/load.ts'
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
    const [, [stored], files] = await Promise.all([
      getTicketRow(t, actor, ticketId),
      t.db.select().from(composerDraft).where(own).for('update'),
      listUnsentFiles(t, actor, content.fileIds),
    ])
    if (files.length < new Set(content.fileIds).size) throw invalid({ 'body.fileIds': m.error_file_gone })
    if ((stored?.revision ?? null) !== revision) throw newerDraft(stored, files)
    if (content.body === '' && content.fileIds.length === 0) {
      t.write(t.db.delete(composerDraft).where(own))
      return null
    }
    const saved = { ...content, revision: crypto.randomUUID(), savedAt: t.now }
    const row = { tenantId: t.tenantId, ticketId, userId: actor.userId, mode, ...saved }
    // Two devices that store the first draft at once: the second one violates no key, it loses.
    const target = [composerDraft.tenantId, composerDraft.ticketId, composerDraft.userId, composerDraft.mode]
    const written = stored
      ? await t.db.update(composerDraft).set(saved).where(own).returning()
      : await t.db.insert(composerDraft).values(row).onConflictDoNothing({ target }).returning()
    if (!written[0]) throw newerDraft(undefined, files)
    return presentDraft(row, files)
  })

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
