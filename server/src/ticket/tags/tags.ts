import type { BulkChangeView } from '#contracts/ticket/bulk-change.ts'
import { MAX_LISTED_TAGS, type TagView } from '#contracts/ticket/tag.ts'
import type { TicketAction } from '#contracts/ticket/ticket-action.ts'
import * as m from '#i18n/messages.js'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { hasRole, requireRole } from '#server/platform/policy.ts'
import { text } from '#server/platform/text/message.ts'
import { recordActivity } from '#server/tenant/service.ts'
import { startTagChange } from '#server/ticket/bulk/changes.ts'
import { EDIT_TAGS } from '#server/ticket/policy.ts'
import { forgetTagInViews, renameTagInViews } from '#server/ticket/views/tags-in-views.ts'
import { forgetColour, renameColour } from './colours.ts'

/** The tags that tickets have, those of the most tickets first. */
export const listTags = (tenant: Tenant, actor: Member) =>
  tenant.read(async (t) => ({ items: await readTags(t), can: { edit: hasRole(actor, EDIT_TAGS) } }))

const readTags = (t: Tx): Promise<TagView[]> =>
  t.sql<TagView>(
    `SELECT u.name, u.tickets, c.colour FROM (
       SELECT tag AS name, count(*)::int AS tickets FROM ticket, unnest(tags) AS tag WHERE tenant_id = $1
       GROUP BY tag ORDER BY tickets DESC, tag LIMIT $2) u
     LEFT JOIN ticket_tag c ON c.tenant_id = $1 AND c.name = u.name ORDER BY u.tickets DESC, u.name`,
    [t.tenantId, MAX_LISTED_TAGS],
  )

/** Renames a tag at every ticket, as a change of many tickets, and in the saved views; a tag of the new name takes it in. */
export const renameTag = (
  tenant: Tenant,
  actor: Member,
  given: { name: string; to: string },
): Promise<BulkChangeView> => {
  requireRole(actor, EDIT_TAGS)
  const { name, to } = given
  const actions: TicketAction[] = [
    { type: 'remove_tag', tag: name },
    { type: 'add_tag', tag: to },
  ]
  return startTagChange(tenant, actor, { tag: name, actions: name === to ? [] : actions }, async (t) => {
    if (name !== to) {
      await renameTagInViews(t, name, to)
      await renameColour(t, name, to)
    }
    await recordActivity(t, actor, { action: text(m.activity_tag_renamed, { tag: name, to }), type: 'ticket_tag' })
  })
}

/** Removes a tag from every ticket, as a change of many tickets. */
export const deleteTag = (tenant: Tenant, actor: Member, { name }: { name: string }): Promise<BulkChangeView> => {
  requireRole(actor, EDIT_TAGS)
  const change = { tag: name, actions: [{ type: 'remove_tag', tag: name } as const] }
  return startTagChange(tenant, actor, change, async (t) => {
    await forgetTagInViews(t, name)
    await forgetColour(t, name)
    await recordActivity(t, actor, { action: text(m.activity_tag_deleted, { tag: name }), type: 'ticket_tag' })
  })
}
