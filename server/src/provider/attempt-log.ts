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

/** What is known of a call once it has ended. */
type AttemptEnd = Omit<Attempt, 'provider' | 'model' | 'cause'>

export type RunningAttempt = { readonly isEnded: boolean; end(how: AttemptEnd): void }

/** Collects the attempts of one request and stores them after the calls: no transaction stays open during network I/O. */
export type AttemptLog = {
  /** The calls that have ended, in the order in which they began. */
  readonly attempts: Attempt[]
  begin(call: Pick<Attempt, 'provider' | 'model' | 'cause'>): RunningAttempt
  changeStatus(row: ProviderRow, status: KeyStatus): void
  /** Stores the ended attempts. A failure is only logged: it must not fail an answer that was already given. */
  flush(): Promise<void>
}

export function createAttemptLog(tenant: Tenant, settings: ProviderSettings, request: ModelRequest): AttemptLog {
  const running: { attempt: Attempt | null }[] = []
  const statusChanges: StatusChange[] = []
  const attempts: Attempt[] = []
  return {
    attempts,
    begin: (call) => {
      const entry: { attempt: Attempt | null } = { attempt: null }
      running.push(entry)
      return {
        get isEnded() {
          return entry.attempt !== null
        },
        end: (how) => {
          entry.attempt = { ...call, ...how }
          attempts.splice(0, attempts.length, ...running.flatMap(({ attempt }) => (attempt ? [attempt] : [])))
        },
      }
    },
    changeStatus: (row, status) => {
      if (row.status !== status) statusChanges.push({ row, status })
    },
    flush: async () => {
      if (attempts.length === 0) return
      try {
        await tenant.tx((t) => insertAll(t, settings, request, attempts, statusChanges))
        if (statusChanges.length > 0) invalidateProviderSettings(tenant)
      } catch (error) {
        tenant.platform.log.error({ err: error, attempts: attempts.length }, 'model calls could not be stored')
      }
    },
  }
}

async function insertAll(
  t: Tx,
  settings: ProviderSettings,
  request: ModelRequest,
  attempts: Attempt[],
  statusChanges: StatusChange[],
): Promise<void> {
  await insertAttempts(
    t,
    attempts.map(({ usage, cause: _, ...attempt }, index) => ({
      ...attempt,
      tenantId: t.tenantId,
      id: randomUUID(),
      purpose: request.purpose,
      conversationId: request.conversationId,
      messageId: request.messageId,
      guestId: request.guestId,
      agentId: request.agent?.id ?? null,
      position: index + 1,
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
