import { z } from 'zod'
import { CustomerErasureId, TenantId } from '#contracts/ids.ts'
import { job } from '#server/platform/jobs/job.ts'
import { tenantOf } from '#server/platform/platform.ts'
import { certify, eraseNext } from './erase-next.ts'

const Payload = z.object({ tenantId: TenantId, erasureId: CustomerErasureId })

/** So many batches of conversations a job erases; the rest is the next one's, so that a killed process is noticed soon. */
const BATCHES_OF_JOB = 40

/** Goes on with an erasure. What a killed process left is done when its time is over: each batch is written with its mark. */
export const goOnErasing = job<z.output<typeof Payload>>({
  name: 'customer.erase',
  payload: Payload,
  attempts: 50,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 3600,
  timeoutSeconds: 120,
  concurrency: 2,
  isUrgent: true,
  run: async (platform, payload) => {
    const tenant = tenantOf(platform, payload.tenantId)
    for (let batch = 0; batch < BATCHES_OF_JOB; batch += 1) {
      if (await eraseNext(tenant, payload.erasureId)) return certify(tenant, payload.erasureId)
    }
    await tenant.tx((t) => t.enqueue(goOnErasing, payload))
  },
})
