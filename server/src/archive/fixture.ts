import type { Tenant } from '#server/platform/platform.ts'
import { writePolicy } from './retention/queries.ts'

/** A retention policy that deletes nothing: each of its days is far away. */
export async function makeRetention(tenant: Tenant): Promise<void> {
  const policy = { chatsDays: 3650, filesDays: 3650, aiRecordsDays: 3650, mailsDays: 3650 }
  await tenant.tx((t) => writePolicy(t, 0, policy, 'proof'))
}
