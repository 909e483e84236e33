import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  createDataImport,
  type DataImportView,
  getDataImport,
  type ImportSource,
  uploadDataImport,
} from '#contracts/data-import/data-import.ts'
import type { DataImportId } from '#contracts/ids.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import type { TestClient } from '#test/client.ts'
import { AT_WORK } from './queries.ts'
import { dataImport, dataImportRecord, dataImportSkip } from './schema.ts'

/** The bytes of a sample export. */
export const sampleFile = (path: string): Buffer => readFileSync(new URL(`./samples/${path}`, import.meta.url))

/** Begins an import and uploads its file. */
export async function upload(
  who: TestClient,
  source: ImportSource,
  name: string,
  bytes: Buffer | string,
): Promise<DataImportView> {
  const id = randomUUID() as DataImportId
  await who.call(createDataImport, { body: { id, source } })
  return send(who, id, name, bytes)
}

export async function send(
  who: TestClient,
  id: DataImportId,
  name: string,
  bytes: Buffer | string,
): Promise<DataImportView> {
  const form = new FormData()
  form.append('file', new Blob([bytes as string]), name)
  const response = await who.raw(uploadDataImport.path.replace(':dataImportId', id), { method: 'POST', body: form })
  return (await response.json()) as DataImportView
}

/** Waits until an import does nothing more by itself. */
export async function settled(who: TestClient, dataImportId: DataImportId): Promise<DataImportView> {
  for (let n = 0; n < 3000; n += 1) {
    const view = await who.call(getDataImport, { params: { dataImportId } })
    if (!AT_WORK.includes(view.status)) return view
    await new Promise((resolve) => setTimeout(resolve, 40))
  }
  throw new Error('the import does not end')
}

/** An import that was read, with one record that is known and one that was left out; gives its id. */
export async function makeDataImport(tenant: Tenant, actor: Member): Promise<DataImportId> {
  const id = randomUUID() as DataImportId
  const reason = { key: 'data_import_skip_empty' }
  await tenant.tx(async (t) => {
    const by = { createdBy: actor.userId, createdByName: actor.name, createdAt: t.now, changedAt: t.now }
    await t.db
      .insert(dataImport)
      .values({ tenantId: t.tenantId, id, source: 'csv', name: 'proof.csv', status: 'ready', ...by })
    await t.db.insert(dataImportRecord).values({
      ...({ tenantId: t.tenantId, source: 'csv', kind: 'ticket', externalId: id, importId: id } as const),
      ...{ targetId: randomUUID(), isMade: true },
    })
    const skip = {
      tenantId: t.tenantId,
      importId: id,
      ordinal: 1,
      kind: 'ticket',
      externalId: 'proof',
      place: 'proof:1',
    } as const
    await t.db.insert(dataImportSkip).values({ ...skip, reason })
  })
  return id
}
