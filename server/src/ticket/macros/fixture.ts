import type { MacroId, TicketId } from '#contracts/ids.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { saveDraft } from '#server/ticket/drafts/drafts.ts'
import { createMacro } from './macros.ts'

/** A shared macro with an action; gives its id. */
export async function makeMacro(tenant: Tenant, actor: Member): Promise<MacroId> {
  const id = crypto.randomUUID() as MacroId
  const actions = [{ type: 'set_priority' as const, priority: 'high' as const }]
  await createMacro(tenant, actor, { id, name: `Macro ${id}`, body: 'proof', actions, isShared: true })
  return id
}

/** What a member has typed on a ticket for the team. */
export const makeDraft = (tenant: Tenant, actor: Member, ticketId: TicketId) =>
  saveDraft(tenant, actor, ticketId, { mode: 'note', body: 'proof of a draft', fileIds: [], revision: null })
