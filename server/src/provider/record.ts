import { randomUUID } from 'node:crypto'
import type { ProviderId } from '#contracts/provider/provider.ts'
import type { KeyStatus } from '#contracts/provider/settings.ts'
import { system } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { recordActivity } from '#server/tenant/service.ts'
import type { Attempt, ModelRequest } from './ask.ts'
import { dayOf } from './budget.ts'
import { providerKeyRejected } from './events.ts'
import { nameOf } from './models.ts'
import { addSpending, insertAttempts, setStatus } from './queries.ts'
import type { ProviderRow } from './schema.ts'
import { forgetSetup, type Setup } from './setup.ts'

type Learned = { row: ProviderRow; status: KeyStatus }

/** What one request came to, kept once its calls are over: nothing is written while the network is waited for. */
export type Journal = {
  readonly attempts: Attempt[]
  add(attempt: Attempt): void
  learn(row: ProviderRow, status: KeyStatus): void
  /** Writes what is not written yet. A fault is logged: an answer that was given must not fail by its bookkeeping. */
  write(): Promise<void>
}

export function openJournal(tenant: Tenant, setup: Setup, request: ModelRequest): Journal {
  const attempts: Attempt[] = []
  let learned: Learned[] = []
  let written = 0
  return {
    attempts,
    add: (attempt) => {
      attempts.push(attempt)
    },
    learn: (row, status) => {
      if (row.status !== status) learned.push({ row, status })
    },
    write: async () => {
      const fresh = attempts.slice(written)
      const news = learned
      if (fresh.length === 0) return
      const firstPlace = written + 1
      written = attempts.length
      learned = []
      try {
        await tenant.tx((t) => keep(t, setup, request, fresh, firstPlace, news))
        if (news.length > 0) forgetSetup(tenant)
      } catch (error) {
        tenant.platform.log.error({ err: error, attempts: fresh.length }, 'calls of a model could not be recorded')
      }
    },
  }
}

async function keep(
  t: Tx,
  setup: Setup,
  request: ModelRequest,
  attempts: Attempt[],
  firstPlace: number,
  learned: Learned[],
): Promise<void> {
  await insertAttempts(
    t,
    attempts.map(({ usage, ...attempt }, index) => ({
      ...attempt,
      tenantId: t.tenantId,
      id: randomUUID(),
      purpose: request.purpose,
      conversationId: request.conversationId,
      messageId: request.messageId,
      guestId: request.guestId,
      agentId: request.agent?.id ?? null,
      place: firstPlace + index,
      inputTokens: usage.inputTokens,
      outputTokens: usage.outputTokens,
      at: t.now,
    })),
  )
  const cost = attempts.reduce((sum, one) => sum + one.costMicroCents, 0)
  const subjects = [t.tenantId, ...(request.guestId ? [request.guestId] : [])]
  if (cost > 0) await addSpending(t, dayOf(setup.timezone, t.now), subjects, cost)
  for (const { row, status } of learned) await keepStatus(t, row, status)
}

/** What a call taught about the stored key. A refusal is told to the team once: the key is not tried again until it changes. */
export async function keepStatus(t: Tx, row: ProviderRow, status: KeyStatus): Promise<void> {
  const isNew = await setStatus(t, row.provider, row.keyChangedAt, status)
  if (!isNew || status !== 'wrong_key') return
  await recordActivity(t, system, { action: refusal(row.provider, row.keyEnd), type: 'provider_key_rejected' })
  await t.emit(providerKeyRejected, { provider: row.provider, keyEnd: row.keyEnd })
}

const refusal = (provider: ProviderId, keyEnd: string | null): string =>
  `${nameOf(provider)} refused the API key${keyEnd ? ` ending in ${keyEnd}` : ''}. It is not used until it is changed in API Settings.`
