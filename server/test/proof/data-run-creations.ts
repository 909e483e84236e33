import { startEmergencyAction } from '#contracts/owner/emergency.ts'
import { deleteTenant, takeTenantOut } from '#contracts/owner/tenant-data.ts'
import { startTakeOut } from '#contracts/tenant/take-out.ts'
import { makeOwner } from '#server/owner/fixture.ts'
import { readTenant } from '#server/tenant/service.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { type Creation, type CreationStage, creation, newId } from './creation.ts'

const runsOf = async ({ h }: CreationStage, id: string): Promise<number> => {
  const sql = 'SELECT count(*)::int AS n FROM auth.data_run WHERE id = $1'
  return (await queryAsOwner<{ n: number }>(h.database.ownerUrl, sql, [id]))[0]?.n ?? 0
}

/** The creations of long work on data, which are no rows of a business. */
export const DATA_RUN_CREATIONS: Creation[] = [
  creation(
    startEmergencyAction,
    'data_run',
    async (stage) => {
      const id = newId()
      const body = { id, kind: 'check' }
      return { who: await makeOwner(stage.h), body, others: { kind: 'starter' }, rows: () => runsOf(stage, id) }
    },
    // The business that documents go to: a check counts in it, and its result says so.
    ['slug'],
  ),
  creation(startTakeOut, 'data_run', async (stage) => {
    const id = newId()
    const who = await stage.h.member(stage.acme, 'owner')
    return { who, body: { id }, others: {}, rows: () => runsOf(stage, id) }
  }),
  creation(takeTenantOut, 'data_run', async (stage) => {
    const id = newId()
    const params = { tenantId: (await stage.h.tenant()).tenant.id }
    return { who: await makeOwner(stage.h), params, body: { id }, others: {}, rows: () => runsOf(stage, id) }
  }),
  creation(
    deleteTenant,
    'data_run',
    async (stage) => {
      const id = newId()
      const { tenant } = await stage.h.tenant()
      const { name } = await tenant.read(readTenant)
      const body = { id, name, reason: 'proof', graceDays: 14 }
      const params = { tenantId: tenant.id }
      return { who: await makeOwner(stage.h), params, body, others: {}, rows: () => runsOf(stage, id) }
    },
    // A business is deleted once: under the id of its plan everything else gives the plan that is there.
    ['name', 'reason', 'graceDays'],
  ),
]
