import type { Tenant } from '#server/platform/platform.ts'
import { answerTimes } from './answer-times.ts'
import { isConnected } from './api-key.ts'
import { createAttemptLog } from './attempt-log.ts'
import { openBudget } from './budget.ts'
import { createCaller } from './caller.ts'
import { type ModelPart, type ModelRequest, NoModelError, type ProviderChoice } from './model-request.ts'
import { orderProviders } from './provider-order.ts'
import { cachedProviderSettings, type ProviderSettings } from './provider-settings.ts'
import { type Answer, streamAnswer } from './race.ts'
import type { ProviderRow } from './schema.ts'

/** An answer that a customer waits for. */
export type LiveAnswer<T> = Answer<T> & {
  /** When the customer began to wait: `performance.now()`. */
  startedAt: number
  /** The knowledge has an answer that can be given instead of waiting. */
  hasReadyAnswer: boolean
}

/**
 * Calls the tenant's models one after another until one answers, for a text that nobody waits for on a screen. Throws NoModelError
 * when none answers, AnswerCutError when one stops after its first text, or the signal's reason. Every call is stored.
 */
export const askModel = (tenant: Tenant, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart> =>
  ask(tenant, request, signal, { read: withoutTools, said: () => '' }, null)

/**
 * Asks the tenant's models for an answer that a customer waits for. `live.read` turns the parts of one provider's answer into what is
 * shown; who shows something first, or uses a tool, goes on, and the others are stopped. After 3 s without anything to show the next
 * provider is asked beside the slow one; NoModelError (`too_slow`) is thrown then if there is a ready answer, else after 4.5 s. A
 * provider that breaks off is followed by the next one, which goes on from `live.said`; AnswerCutError is thrown when none is left.
 */
export const askInTime = <T>(
  tenant: Tenant,
  request: ModelRequest,
  signal: AbortSignal,
  live: LiveAnswer<T>,
): AsyncGenerator<T> => ask(tenant, request, signal, live, live)

async function* withoutTools(parts: AsyncIterable<ModelPart>): AsyncGenerator<ModelPart> {
  for await (const part of parts) if (part.type === 'finish' || (part.type === 'text' && part.text !== '')) yield part
}

async function* ask<T>(
  tenant: Tenant,
  request: ModelRequest,
  signal: AbortSignal,
  answer: Answer<T>,
  live: Pick<LiveAnswer<T>, 'startedAt' | 'hasReadyAnswer'> | null,
): AsyncGenerator<T> {
  const settings = await cachedProviderSettings(tenant)
  const { rows, choice } = connectedProviders(settings, request)
  if (!choice) throw new NoModelError('no_key')
  const budget = await openBudget(tenant, settings, request.guestId)
  const attemptLog = createAttemptLog(tenant, settings, request)
  const { hedgeMs, firstSentenceMs, slowMs } = tenant.platform.state(answerTimes)
  const caller = createCaller({
    tenant,
    settings,
    request,
    budget,
    attemptLog,
    choice,
    rows,
    silenceMs: firstSentenceMs,
  })
  const times = live && waitingTimes(live, hedgeMs, live.startedAt + firstSentenceMs)
  try {
    yield* streamAnswer({ caller, answer, signal, times, slowMs })
  } finally {
    await attemptLog.flush()
    budget.release()
  }
}

/** A provider has its whole time before a ready answer, even if the search took long; no customer waits longer for that than `latestAt`. */
const waitingTimes = ({ hasReadyAnswer }: { hasReadyAnswer: boolean }, hedgeMs: number, latestAt: number) => ({
  hedgeMs,
  giveUpAt: hasReadyAnswer ? Math.min(performance.now() + hedgeMs, latestAt) : latestAt,
  lastStartAt: latestAt,
})

/** The connected providers in the order to ask them, with the reason for the first; no choice where none is connected. */
function connectedProviders(
  settings: ProviderSettings,
  request: ModelRequest,
): { rows: ProviderRow[]; choice: ProviderChoice | null } {
  const connected = orderProviders(request, settings).flatMap(({ provider, reason }) => {
    const row = settings.providers.get(provider)
    return row && isConnected(row) ? [{ row, reason }] : []
  })
  const rows = connected.map(({ row }) => row)
  const [first] = connected
  const order = rows.map(({ provider }) => provider)
  return { rows, choice: first ? { order, reason: first.reason, skipped: [] } : null }
}
