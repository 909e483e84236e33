import { and, asc, count, eq, isNull, lt, or } from 'drizzle-orm'
import type { MailboxId } from '#contracts/ids.ts'
import { type MailboxRow, mailbox } from '#server/inbound-mail/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

const byId = (t: Tx, id: MailboxId) => and(eq(mailbox.tenantId, t.tenantId), eq(mailbox.id, id))

export const listMailboxRows = (t: Tx): Promise<MailboxRow[]> =>
  t.db.select().from(mailbox).where(eq(mailbox.tenantId, t.tenantId)).orderBy(asc(mailbox.createdAt), asc(mailbox.id))

export const findMailbox = async (t: Tx, id: MailboxId): Promise<MailboxRow | null> =>
  (await t.db.select().from(mailbox).where(byId(t, id)))[0] ?? null

export const countMailboxes = async (t: Tx): Promise<number> =>
  (await t.db.select({ mailboxes: count() }).from(mailbox).where(eq(mailbox.tenantId, t.tenantId)))[0]?.mailboxes ?? 0

export const insertMailbox = (t: Tx, row: Omit<typeof mailbox.$inferInsert, 'tenantId'>) =>
  t.db.insert(mailbox).values({ ...row, tenantId: t.tenantId })

export const updateMailbox = (t: Tx, id: MailboxId, change: Partial<MailboxRow>) =>
  t.db.update(mailbox).set(change).where(byId(t, id))

export const deleteMailboxRow = async (t: Tx, id: MailboxId): Promise<boolean> =>
  (await t.db.delete(mailbox).where(byId(t, id)).returning({ id: mailbox.id })).length > 0

/** Takes the lease of a mailbox that nobody reads, or goes on with the own one; null where another process has it, or it is gone. */
export const takeLease = async (
  t: Tx,
  { id, holder, until }: { id: MailboxId; holder: string; until: Date },
): Promise<MailboxRow | null> =>
  (
    await t.db
      .update(mailbox)
      .set({ leaseUntil: until, leaseHolder: holder })
      .where(
        and(
          byId(t, id),
          or(isNull(mailbox.leaseUntil), lt(mailbox.leaseUntil, t.now), eq(mailbox.leaseHolder, holder)),
        ),
      )
      .returning()
  )[0] ?? null

/** Gives the lease back, so that another process need not wait for its end. */
export const endLease = (t: Tx, id: MailboxId, holder: string) =>
  t.db
    .update(mailbox)
    .set({ leaseUntil: null, leaseHolder: null })
    .where(and(byId(t, id), eq(mailbox.leaseHolder, holder)))
