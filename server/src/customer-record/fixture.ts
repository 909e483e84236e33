import { randomUUID } from 'node:crypto'
import type { CustomerErasureId } from '#contracts/ids.ts'
import { makeCustomer } from '#server/customer/fixture.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { certifyNext } from './erasure/certify.ts'
import { eraseCustomer } from './erasure/erase.ts'
import { eraseNext } from './erasure/erase-next.ts'

/** A customer who was erased; gives the erasure's id. */
export async function makeErasure(tenant: Tenant, actor: Member): Promise<CustomerErasureId> {
  const { id, email } = await makeCustomer(tenant)
  const erasureId = randomUUID() as CustomerErasureId
  const caller = { address: null, requestId: null, requireFreshSignIn: async () => undefined }
  await eraseCustomer(tenant, actor, caller, id, { id: erasureId, version: 1, confirmation: email ?? '' })
  while (!(await eraseNext(tenant, erasureId)));
  while (!(await certifyNext(tenant, erasureId)));
  return erasureId
}
