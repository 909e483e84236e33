import { randomUUID } from 'node:crypto'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { TestFault, testProvider } from '#contracts/provider/api-settings.ts'
import type { ProviderId } from '#contracts/provider/provider.ts'
import type { Member } from '#server/platform/actor.ts'
import { ModelError, type ModelTest, type Usage } from '#server/platform/models/model.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { decryptKey, PLACEHOLDER_KEY } from './api-key.ts'
import { storeKeyStatus } from './attempt-log.ts'
import { budgetDay } from './budget.ts'
import { circuitBreakerOf } from './circuit-breaker.ts'
import { defaultModelOf } from './models.ts'
import { breakerKey, customPriceOf } from './planned-call.ts'
import { CONFIGURE_PROVIDERS } from './policy.ts'
import { costOf, priceOf } from './prices.ts'
import { invalidateProviderSettings, loadProviderSettings, type ProviderSettings } from './provider-settings.ts'
import { addSpending, insertAttempts, touchStatus } from './queries.ts'
import type { ProviderRow } from './schema.ts'

type KeyTestInput = {
  provider: ProviderId
  key?: string | undefined
  model?: string | undefined
  baseUrl?: string | undefined
}
type Result = ReplyOf<typeof testProvider>
type Outcome = { usage: Usage | null; fault: ModelError | null; latencyMs: number }

/** A member waits for the result on screen. */
const SILENCE_MS = 8_000
const TOTAL_MS = 12_000

/**
 * Tests a key by a real call: the given key, or the stored one, whose status is then stored. A failure is a result, not an
 * error. Throws forbidden.
 */
export async function testProviderKey(tenant: Tenant, actor: Member, given: KeyTestInput): Promise<Result> {
  requireRole(actor, CONFIGURE_PROVIDERS)
  const settings = await tenant.read(loadProviderSettings)
  const row = settings.providers.get(given.provider)
  const test = testOf(tenant, row, given)
  if (typeof test === 'string') return failedResult(test, given.model || row?.model || defaultModelOf(given.provider))
  const outcome = await callOnce(tenant, test)
  const isStored = !given.key && row !== undefined && test.baseUrl === row.baseUrl
  await recordTest(tenant, settings, test, outcome, isStored ? row : null)
  if (outcome.fault)
    return {
      ...failedResult(outcome.fault.kind, test.model, outcome.latencyMs),
      retryAfterSeconds: outcome.fault.retryAfterSeconds,
    }
  return { ok: true, fault: null, model: test.model, latencyMs: outcome.latencyMs, retryAfterSeconds: null }
}

const failedResult = (fault: TestFault, model: string, latencyMs = 0): Result => ({
  ok: false,
  fault,
  model,
  latencyMs,
  retryAfterSeconds: null,
})

/** The test call, or the fault that makes it impossible. */
function testOf(tenant: Tenant, row: ProviderRow | undefined, given: KeyTestInput): ModelTest | TestFault {
  const { provider } = given
  const model = given.model || row?.model || defaultModelOf(provider)
  const stored = row?.baseUrl ?? null
  const baseUrl = provider === 'custom' ? given.baseUrl?.replace(/\/+$/, '') || stored : null
  if (provider === 'custom' && !baseUrl) return 'no_address'
  if (!model) return 'unknown_model'
  const limits = { provider, baseUrl, model, silenceMs: SILENCE_MS, totalMs: TOTAL_MS }
  if (given.key) return { ...limits, apiKey: given.key }
  // A stored key is sent only to the address it was stored for.
  if (row?.encryptedKey && baseUrl === stored) {
    try {
      return { ...limits, apiKey: decryptKey(tenant, provider, row.encryptedKey) }
    } catch {
      return 'unreadable'
    }
  }
  return provider === 'custom' ? { ...limits, apiKey: PLACEHOLDER_KEY } : 'no_key'
}

async function callOnce(tenant: Tenant, test: ModelTest): Promise<Outcome> {
  const began = performance.now()
  const elapsed = () => Math.round(performance.now() - began)
  try {
    tenant.platform.load.count(tenant.id, 'modelCalls')
    const { usage } = await tenant.platform.models.test(test, AbortSignal.timeout(TOTAL_MS + 1000))
    return { usage, fault: null, latencyMs: elapsed() }
  } catch (error) {
    const fault = error instanceof ModelError ? error : new ModelError('timeout')
    return { usage: fault.usage, fault, latencyMs: elapsed() }
  }
}

/** Stores the test as an attempt with its cost, and the status of a stored key. */
async function recordTest(
  tenant: Tenant,
  settings: ProviderSettings,
  test: ModelTest,
  { usage, fault, latencyMs }: Outcome,
  row: ProviderRow | null,
): Promise<void> {
  await tenant.tx(async (t) => {
    const known = settings.providers.get(test.provider)
    const price = priceOf(test.provider, test.model, known ? customPriceOf(known) : null, t.now)
    const costMicroCents = usage ? costOf(usage, price) : 0
    const attempt = {
      tenantId: t.tenantId,
      id: randomUUID(),
      purpose: 'test' as const,
      conversationId: null,
      messageId: null,
      guestId: null,
      agentId: null,
      provider: test.provider,
      model: test.model,
      position: 1,
      fault: fault?.kind ?? null,
      inputTokens: usage?.inputTokens ?? 0,
      outputTokens: usage?.outputTokens ?? 0,
      isEstimated: false,
      costMicroCents,
      priceVersion: price.version,
      firstTokenMs: null,
      latencyMs,
      at: t.now,
    }
    await insertAttempts(t, [attempt])
    if (costMicroCents > 0) await addSpending(t, budgetDay(settings.timezone, t.now), [t.tenantId], costMicroCents)
    if (!row) return
    await storeKeyStatus(t, row, fault?.kind ?? 'ok')
    await touchStatus(t, row.provider)
  })
  if (!row) return
  invalidateProviderSettings(tenant)
  if (fault) return
  const breaker = circuitBreakerOf(tenant.platform)
  const key = breakerKey(tenant, row)
  for (const known of [key, `${key} ${test.model}`]) breaker.recordSuccess(known)
}
