import type { ReplyOf } from '#contracts/endpoint.ts'
import type { MacroId, UserId } from '#contracts/ids.ts'
import { type listMacros, MAX_OWN_MACROS, MAX_SHARED_MACROS, type MacroView } from '#contracts/ticket/macro.ts'
import { unknownVariables, VARIABLES } from '#contracts/ticket/template.ts'
import * as m from '#i18n/messages.js'
import type { Member } from '#server/platform/actor.ts'
import { createOnce, IdTakenError, isSameContent } from '#server/platform/db/create-once.ts'
import { violatedConstraint } from '#server/platform/db/database-errors.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { text } from '#server/platform/text/message.ts'
import { lockTenant, recordActivity } from '#server/tenant/service.ts'
import { requireKnownActions } from '#server/ticket/known-references.ts'
import { countMacros, deleteMacroRow, findMacroRow, insertMacro, listMacroRows, updateMacro } from './queries.ts'
import type { MacroRow } from './schema.ts'

type Content = Pick<MacroRow, 'name' | 'body' | 'actions'> & { isShared: boolean }

const presentMacro = ({ id, name, body, actions, ownerId, version }: MacroRow): MacroView => ({
  id,
  name,
  body,
  actions,
  isShared: ownerId === null,
  version,
})

/** The shared macros and the member's own, by name. */
export const readMacros = (tenant: Tenant, actor: Member): Promise<ReplyOf<typeof listMacros>> =>
  tenant.read(async (t) => ({ items: (await listMacroRows(t, actor.userId)).map(presentMacro) }))

/** Creates a macro. Throws invalid_input for an unknown variable, conflict where the name is taken or there are too many. */
export const createMacro = (
  tenant: Tenant,
  actor: Member,
  { id, ...given }: { id: MacroId } & Content,
): Promise<MacroView> => {
  const ownerId = checkedOwner(actor, given)
  return uniqueName(() =>
    createOnce(tenant, {
      create: async (t) => {
        await Promise.all([lockTenant(t), requireKnownActions(t, given.actions)])
        if (await findMacroRow(t, id, actor.userId)) throw new IdTakenError()
        await refuseTooMany(t, ownerId)
        const { isShared: _, ...content } = given
        const row: MacroRow = { tenantId: t.tenantId, id, ownerId, ...content, version: 1, createdAt: t.now }
        await insertMacro(t, row)
        await record(t, actor, row, m.activity_macro_created)
        return presentMacro(row)
      },
      findSame: async (t) => {
        const row = await findMacroRow(t, id, actor.userId)
        return row && isSameContent(given, { ...row, isShared: row.ownerId === null }) ? presentMacro(row) : null
      },
      conflict: () => conflict(m.error_macro_id_taken),
    }),
  )
}

/** Changes a macro; of two concurrent changes the second gets a conflict with the current one. */
export const changeMacro = (
  tenant: Tenant,
  actor: Member,
  id: MacroId,
  { version, isShared, ...content }: { version: number } & Content,
): Promise<MacroView> => {
  const ownerId = checkedOwner(actor, { ...content, isShared })
  return uniqueName(() =>
    tenant.tx(async (t) => {
      await Promise.all([lockTenant(t), requireKnownActions(t, content.actions)])
      const before = await getEditable(t, actor, id)
      if (before.version !== version) {
        throw conflict(m.error_macro_changed, { reason: 'version', current: presentMacro(before) })
      }
      if (before.ownerId !== ownerId) await refuseTooMany(t, ownerId)
      const row = { ...before, ...content, ownerId, version: version + 1 }
      await updateMacro(t, id, { ...content, ownerId, version: row.version })
      await record(t, actor, row, m.activity_macro_changed)
      return presentMacro(row)
    }),
  )
}

export const deleteMacro = (tenant: Tenant, actor: Member, id: MacroId): Promise<void> =>
  tenant.tx(async (t) => {
    const row = await getEditable(t, actor, id)
    await deleteMacroRow(t, id)
    await record(t, actor, row, m.activity_macro_deleted)
  })

/** A macro that the member may change, locked: every shared one and their own; another's own is not found. */
async function getEditable(t: Tx, actor: Member, id: MacroId): Promise<MacroRow> {
  const row = await findMacroRow(t, id, actor.userId, 'forUpdate')
  if (!row) throw notFound('macro')
  return row
}

/** Whose macro it becomes; throws invalid_input before anything is read. */
function checkedOwner(actor: Member, { isShared, body, actions }: Content): UserId | null {
  if (body === '' && actions.length === 0) throw invalid({ 'body.body': m.error_macro_empty })
  const texts = [body, ...actions.map((action) => (action.type === 'add_note' ? action.body : ''))]
  const unknown = texts.flatMap(unknownVariables)
  if (unknown.length > 0) {
    const known = VARIABLES.map((name) => `{{${name}}}`).join(', ')
    throw invalid({ 'body.body': text(m.error_unknown_variable, { variables: unknown.join(', '), known }) })
  }
  return isShared ? null : actor.userId
}

async function refuseTooMany(t: Tx, ownerId: UserId | null): Promise<void> {
  const max = ownerId ? MAX_OWN_MACROS : MAX_SHARED_MACROS
  if ((await countMacros(t, ownerId)) >= max) throw conflict(text(m.error_too_many_macros, { max }))
}

/** A change of what everybody uses is recorded with who made it; a member's own macros are nobody else's business. */
async function record(t: Tx, actor: Member, row: MacroRow, message: typeof m.activity_macro_created): Promise<void> {
  if (row.ownerId === null) await recordActivity(t, actor, { action: text(message, { name: row.name }), type: 'macro' })
}

async function uniqueName<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (violatedConstraint(error) !== 'macro_by_name') throw error
    throw conflict(m.error_macro_name_taken, { reason: 'name_taken', cause: error })
  }
}
