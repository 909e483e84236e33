import { MAX_SHARED_MACROS } from '#contracts/ticket/macro.ts'
import * as m from '#i18n/messages.js'
import { addImportedArticle } from '#server/knowledge/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { text } from '#server/platform/text/message.ts'
import { lockTenant } from '#server/tenant/service.ts'
import type { ImportContext } from './context.ts'
import type { Plan, Skip } from './plan-batch.ts'
import type { PreparedArticle } from './prepare-knowledge.ts'
import { findImported, insertRecords } from './queries.ts'
import type { Written } from './write-customers.ts'

export async function writeArticles(
  t: Tx,
  given: readonly PreparedArticle[],
  context: ImportContext,
): Promise<Written> {
  const imported = await findImported(
    t,
    context.source,
    'article',
    given.map(({ externalId }) => externalId),
  )
  const fresh = given.filter(({ externalId }) => !imported.has(externalId))
  if (fresh.length > 0) await lockTenant(t)
  for (const { externalId: _externalId, ...article } of fresh) await addImportedArticle(t, article)
  const records = fresh.map(({ externalId, id }) => ({ externalId, targetId: id, isMade: true }))
  if (records.length > 0) await insertRecords(t, context, 'article', records)
  return { added: fresh.length, known: given.length - fresh.length }
}

/** Adds shared macros. One whose name is taken, and more than a business can have, are left out. */
export async function writeMacros(
  t: Tx,
  given: Plan['macros'],
  context: ImportContext,
): Promise<Written & { skips: Skip[] }> {
  const imported = await findImported(
    t,
    context.source,
    'macro',
    given.map(({ externalId }) => externalId),
  )
  const fresh = given.filter(({ externalId }) => !imported.has(externalId))
  const written: Written & { skips: Skip[] } = { added: 0, known: given.length - fresh.length, skips: [] }
  if (fresh.length === 0) return written
  const names = new Set(await listMacroNames(t))
  let room = MAX_SHARED_MACROS - names.size
  const records: { externalId: string; targetId: string; isMade: boolean }[] = []
  for (const { externalId, place, id, name, body, actions } of fresh) {
    const isTaken = names.has(name.toLowerCase())
    if (isTaken || room <= 0) {
      const reason = isTaken
        ? text(m.data_import_skip_macro_name, { name })
        : text(m.data_import_skip_macros_full, { max: MAX_SHARED_MACROS })
      written.skips.push({ place, kind: 'macro', externalId, reason })
      continue
    }
    names.add(name.toLowerCase())
    room -= 1
    await t.sql('INSERT INTO macro (tenant_id, id, name, body, actions, created_at) VALUES ($1, $2, $3, $4, $5, $6)', [
      t.tenantId,
      id,
      name,
      body,
      JSON.stringify(actions),
      t.now,
    ])
    records.push({ externalId, targetId: id, isMade: true })
  }
  if (records.length > 0) await insertRecords(t, context, 'macro', records)
  return { ...written, added: records.length }
}

export const listMacroNames = async (t: Tx): Promise<string[]> =>
  (
    await t.sql<{ name: string }>('SELECT lower(name) AS name FROM macro WHERE tenant_id = $1 AND owner_id IS NULL', [
      t.tenantId,
    ])
  ).map(({ name }) => name)
