import { and, asc, eq } from 'drizzle-orm'
import type { ReplyOf } from '#contracts/endpoint.ts'
import { type colourTag, type listTagColours, MAX_COLOURED_TAGS, type TagColour } from '#contracts/ticket/tag.ts'
import * as m from '#i18n/messages.js'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { text } from '#server/platform/text/message.ts'
import { lockTenant, recordActivity } from '#server/tenant/service.ts'
import { publishFieldsChanged } from '#server/ticket/live-events.ts'
import { EDIT_TAGS } from '#server/ticket/policy.ts'
import { ticketTag } from './schema.ts'

type Coloured = { name: string; colour: TagColour }

const byName = (t: Tx, name: string) => and(eq(ticketTag.tenantId, t.tenantId), eq(ticketTag.name, name))

const listColours = (t: Tx): Promise<Coloured[]> =>
  t.db
    .select({ name: ticketTag.name, colour: ticketTag.colour })
    .from(ticketTag)
    .where(eq(ticketTag.tenantId, t.tenantId))
    .orderBy(asc(ticketTag.name))
    .limit(MAX_COLOURED_TAGS)

/** The tags that have a colour. */
export const readColours = (tenant: Tenant): Promise<ReplyOf<typeof listTagColours>> =>
  tenant.read(async (t) => ({ items: await listColours(t) }))

/** Gives a tag a colour, at every ticket at once; null takes it away. Throws conflict above the most. */
export const colour = (
  tenant: Tenant,
  actor: Member,
  { name, colour }: { name: string; colour: TagColour | null },
): Promise<ReplyOf<typeof colourTag>> => {
  requireRole(actor, EDIT_TAGS)
  return tenant.tx(async (t) => {
    await lockTenant(t)
    const coloured = await listColours(t)
    const isNew = !coloured.some((one) => one.name === name)
    if (colour && isNew && coloured.length >= MAX_COLOURED_TAGS)
      throw conflict(text(m.error_too_many_coloured_tags, { max: MAX_COLOURED_TAGS }))
    if (colour) await writeColour(t, { name, colour })
    else await forgetColour(t, name)
    await recordActivity(t, actor, { action: text(m.activity_tag_coloured, { tag: name }), type: 'ticket_tag' })
    publishFieldsChanged(t)
    return { name, colour }
  })
}

const writeColour = (t: Tx, { name, colour }: Coloured) =>
  t.db
    .insert(ticketTag)
    .values({ tenantId: t.tenantId, name, colour })
    .onConflictDoUpdate({ target: [ticketTag.tenantId, ticketTag.name], set: { colour } })

/** A tag that is no longer used has no colour. */
export const forgetColour = (t: Tx, name: string) => t.db.delete(ticketTag).where(byName(t, name))

/** A renamed tag keeps its colour; one that becomes another tag takes that one's. */
export async function renameColour(t: Tx, name: string, to: string): Promise<void> {
  const [former] = await t.db.delete(ticketTag).where(byName(t, name)).returning()
  if (!former) return
  await t.db
    .insert(ticketTag)
    .values({ ...former, name: to })
    .onConflictDoNothing()
  publishFieldsChanged(t)
}
