import { z } from 'zod'
import { CustomerErasureId, TenantId } from '#contracts/ids.ts'
import { job } from '#server/platform/jobs/job.ts'
import { tenantOf } from '#server/platform/platform.ts'
import { certifyNext } from './certify.ts'
import { eraseNext } from './erase-next.ts'

const Payload = z.object({ tenantId: TenantId, erasureId: CustomerErasureId })

/** A job works for so long and leaves the rest to the next one, so that a killed process is noticed soon. */
const SLICE_MS = 30_000

/** Goes on with an erasure. What a killed process left is done when its time is over: each step is written with its mark. */
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
    const until = Date.now() + SLICE_MS
    while (Date.now() < until) {
      if ((await eraseNext(tenant, payload.erasureId)) && (await certifyNext(tenant, payload.erasureId))) return
    }
    await tenant.tx((t) => t.enqueue(goOnErasing, payload))
  },
})
