import { randomUUID } from 'node:crypto'
import type { KeyStatus } from '#contracts/provider/api-settings.ts'
import type { ProviderId } from '#contracts/provider/provider.ts'
import * as m from '#i18n/messages.js'
import { system } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { type Text, text } from '#server/platform/text/message.ts'
import { recordActivity } from '#server/tenant/service.ts'
import { budgetDay } from './budget.ts'
import { providerKeyRejected } from './events.ts'
import type { Attempt, ModelRequest } from './model-request.ts'
import { providerName } from './models.ts'
import { invalidateProviderSettings, type ProviderSettings } from './provider-settings.ts'
import { addSpending, insertAttempts, setStatus } from './queries.ts'
import type { ProviderRow } from './schema.ts'

type StatusChange = { row: ProviderRow; status: KeyStatus }

/** Collects the attempts of one request and stores them after the calls: no transaction stays open during network I/O. */
export type AttemptLog = {
  readonly attempts: Attempt[]
  add(attempt: Attempt): void
  changeStatus(row: ProviderRow, status: KeyStatus): void
  /** Stores the attempts not yet stored. A failure is only logged: it must not fail an answer that was already given. */
  flush(): Promise<void>
}

export function createAttemptLog(tenant: Tenant, settings: ProviderSettings, request: ModelRequest): AttemptLog {
  const attempts: Attempt[] = []
  let statusChanges: StatusChange[] = []
  let written = 0
  return {
    attempts,
    add: (attempt) => {
      attempts.push(attempt)
    },
    changeStatus: (row, status) => {
      if (row.status !== status) statusChanges.push({ row, status })
    },
    flush: async () => {
      const fresh = attempts.slice(written)
      const changes = statusChanges
      if (fresh.length === 0) return
      const firstPosition = written + 1
      written = attempts.length
      statusChanges = []
      try {
        await tenant.tx((t) => insertAll(t, settings, request, fresh, firstPosition, changes))
        if (changes.length > 0) invalidateProviderSettings(tenant)
      } catch (error) {
        tenant.platform.log.error({ err: error, attempts: fresh.length }, 'model calls could not be stored')
      }
    },
  }
}

async function insertAll(
  t: Tx,
  settings: ProviderSettings,
  request: ModelRequest,
  attempts: Attempt[],
  firstPosition: number,
  statusChanges: StatusChange[],
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
      position: firstPosition + index,
      inputTokens: usage.inputTokens,
      outputTokens: usage.outputTokens,
      at: t.now,
    })),
  )
  const cost = attempts.reduce((sum, one) => sum + one.costMicroCents, 0)
  const subjects = [t.tenantId, ...(request.guestId ? [request.guestId] : [])]
  if (cost > 0) await addSpending(t, budgetDay(settings.timezone, t.now), subjects, cost)
  for (const { row, status } of statusChanges) await storeKeyStatus(t, row, status)
}

/** Stores the status of a key after a call. A rejected key is reported to the team once and not used again until it changes. */
export async function storeKeyStatus(t: Tx, row: ProviderRow, status: KeyStatus): Promise<void> {
  const isNew = await setStatus(t, row.provider, row.keyChangedAt, status)
  if (!isNew || status !== 'wrong_key') return
  await recordActivity(t, system, { action: rejectionText(row.provider, row.keyEnd), type: 'provider_key_rejected' })
  await t.emit(providerKeyRejected, { provider: row.provider, keyEnd: row.keyEnd })
}

const rejectionText = (provider: ProviderId, keyEnd: string | null): Text =>
  keyEnd
    ? text(m.activity_key_rejected_end, { provider: providerName(provider), keyEnd })
    : text(m.activity_key_rejected, { provider: providerName(provider) })
