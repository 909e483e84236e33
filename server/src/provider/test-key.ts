import { randomUUID } from 'node:crypto'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { ProviderId } from '#contracts/provider/provider.ts'
import type { TestFault, testProvider } from '#contracts/provider/settings.ts'
import type { Member } from '#server/platform/actor.ts'
import { ModelError, type ModelTest, type Usage } from '#server/platform/models/model.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { breakerOf } from './breaker.ts'
import { dayOf } from './budget.ts'
import { breakerKey, ownPriceOf } from './chain.ts'
import { NO_KEY, openKey } from './key.ts'
import { defaultModelOf } from './models.ts'
import { mustConfigure } from './policy.ts'
import { costOf, priceOf } from './prices.ts'
import { addSpending, insertAttempts, touchStatus } from './queries.ts'
import { keepStatus } from './record.ts'
import type { ProviderRow } from './schema.ts'
import { forgetSetup, readSetup, type Setup } from './setup.ts'

type Given = {
  provider: ProviderId
  key?: string | undefined
  model?: string | undefined
  baseUrl?: string | undefined
}
type Result = ReplyOf<typeof testProvider>
type Outcome = { usage: Usage | null; fault: ModelError | null; latencyMs: number }

/** Who waits at a screen waits so long. */
const FIRST_TOKEN_MS = 8_000
const TOTAL_MS = 12_000

/**
 * Tries a key by a real call: the given one, or the stored one, whose status is kept then. What went wrong is a result, not an
 * error. Throws forbidden.
 */
export async function testKey(tenant: Tenant, actor: Member, given: Given): Promise<Result> {
  mustConfigure(actor)
  const setup = await tenant.read(readSetup)
  const row = setup.providers.get(given.provider)
  const test = testOf(tenant, row, given)
  if (typeof test === 'string') return failed(test, given.model || row?.model || defaultModelOf(given.provider))
  const outcome = await callOnce(tenant, test)
  const isStored = !given.key && row !== undefined && test.baseUrl === row.baseUrl
  await keep(tenant, setup, test, outcome, isStored ? row : null)
  if (outcome.fault)
    return {
      ...failed(outcome.fault.fault, test.model, outcome.latencyMs),
      retryAfterSeconds: outcome.fault.retryAfterSeconds,
    }
  return { ok: true, fault: null, model: test.model, latencyMs: outcome.latencyMs, retryAfterSeconds: null }
}

const failed = (fault: TestFault, model: string, latencyMs = 0): Result => ({
  ok: false,
  fault,
  model,
  latencyMs,
  retryAfterSeconds: null,
})

/** The call that tries it, or why there is none to make. */
function testOf(tenant: Tenant, row: ProviderRow | undefined, given: Given): ModelTest | TestFault {
  const { provider } = given
  const model = given.model || row?.model || defaultModelOf(provider)
  const stored = row?.baseUrl ?? null
  const baseUrl = provider === 'custom' ? given.baseUrl?.replace(/\/+$/, '') || stored : null
  if (provider === 'custom' && !baseUrl) return 'no_address'
  if (!model) return 'unknown_model'
  const limits = { provider, baseUrl, model, firstTokenMs: FIRST_TOKEN_MS, totalMs: TOTAL_MS }
  if (given.key) return { ...limits, apiKey: given.key }
  // A stored key goes to the address it was stored for, and nowhere else.
  if (row?.sealedKey && baseUrl === stored) {
    try {
      return { ...limits, apiKey: openKey(tenant, provider, row.sealedKey) }
    } catch {
      return 'unreadable'
    }
  }
  return provider === 'custom' ? { ...limits, apiKey: NO_KEY } : 'no_key'
}

async function callOnce(tenant: Tenant, test: ModelTest): Promise<Outcome> {
  const began = performance.now()
  const elapsed = () => Math.round(performance.now() - began)
  try {
    const { usage } = await tenant.platform.models.test(test, AbortSignal.timeout(TOTAL_MS + 1000))
    return { usage, fault: null, latencyMs: elapsed() }
  } catch (error) {
    const fault = error instanceof ModelError ? error : new ModelError('timeout')
    return { usage: fault.usage, fault, latencyMs: elapsed() }
  }
}

/** A test is a call like any other: it is recorded, and what it teaches about a stored key is kept. */
async function keep(
  tenant: Tenant,
  setup: Setup,
  test: ModelTest,
  { usage, fault, latencyMs }: Outcome,
  row: ProviderRow | null,
): Promise<void> {
  await tenant.tx(async (t) => {
    const known = setup.providers.get(test.provider)
    const price = priceOf(test.provider, test.model, known ? ownPriceOf(known) : null, t.now)
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
      place: 1,
      fault: fault?.fault ?? null,
      inputTokens: usage?.inputTokens ?? 0,
      outputTokens: usage?.outputTokens ?? 0,
      costMicroCents,
      priceVersion: price?.version ?? null,
      firstTokenMs: null,
      latencyMs,
      at: t.now,
    }
    await insertAttempts(t, [attempt])
    if (costMicroCents > 0) await addSpending(t, dayOf(setup.timezone, t.now), [t.tenantId], costMicroCents)
    if (!row) return
    await keepStatus(t, row, fault?.fault ?? 'ok')
    await touchStatus(t, row.provider)
  })
  if (!row) return
  forgetSetup(tenant)
  if (fault) return
  const breaker = breakerOf(tenant.platform)
  const key = breakerKey(tenant, row)
  for (const known of [key, `${key} ${test.model}`]) breaker.succeeded(known)
}
