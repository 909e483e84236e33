import type { TenantId } from '#contracts/ids.ts'
import { yieldSlot } from '#server/platform/jobs/worker-slots.ts'
import type { Platform } from '#server/platform/platform.ts'
import { processState } from '#server/platform/process-state.ts'

/** So many mails of a business are at its own server at once: as many as the mailer has connections. */
const AT_ONCE = 4

type Turns = { taken: number; waiting: (() => void)[] }
const turnsOf = processState('mails at own mail servers', () => new Map<TenantId, Turns>())

/**
 * Runs a sending through a business's own server when it is its turn. It keeps no worker slot meanwhile, so that a server that hangs
 * delays no mail of other businesses. `hasWaited`: what was known of the server may have changed.
 */
export async function inTurn(
  platform: Platform,
  tenantId: TenantId,
  send: (hasWaited: boolean) => Promise<void>,
): Promise<void> {
  yieldSlot()
  const all = platform.state(turnsOf)
  const turns = all.get(tenantId) ?? { taken: 0, waiting: [] }
  all.set(tenantId, turns)
  const hasWaited = turns.taken >= AT_ONCE
  // Whoever ends gives the turn on, so it stays taken.
  if (hasWaited) await new Promise<void>((begin) => turns.waiting.push(begin))
  else turns.taken += 1
  try {
    await send(hasWaited)
  } finally {
    const next = turns.waiting.shift()
    if (next) next()
    else turns.taken -= 1
    if (turns.taken === 0) all.delete(tenantId)
  }
}
