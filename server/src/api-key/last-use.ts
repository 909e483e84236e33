import { type Platform, tenantOf } from '#server/platform/platform.ts'
import { processState } from '#server/platform/process-state.ts'
import { type FoundKey, markUsed } from './queries.ts'

/** The last use of a key is written so often at most. */
const EVERY_MS = 60_000

/** The writes under way: nobody waits for them but the end of the process. */
const writes = processState(
  'last uses of API keys',
  () => new Map<string, Promise<void>>(),
  async (running) => {
    await Promise.all(running.values())
  },
)

/** Stores that a key was used now, beside the request and at most once a minute. */
export function noteUse(platform: Platform, { tenant_id, key_id, last_used_at }: FoundKey): void {
  const running = platform.state(writes)
  const isRecent = last_used_at && platform.clock.now().getTime() - last_used_at.getTime() < EVERY_MS
  if (isRecent || running.has(key_id)) return
  const written = tenantOf(platform, tenant_id)
    .tx(async (t) => {
      t.relaxDurability()
      t.write(markUsed(t, key_id))
    })
    .catch((error: unknown) => platform.log.warn({ err: error }, 'the last use of an API key could not be stored'))
    .finally(() => running.delete(key_id))
  running.set(key_id, written)
}
