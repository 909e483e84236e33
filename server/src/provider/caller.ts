import type { ModelMessage } from 'ai'
import type { Tenant } from '#server/platform/platform.ts'
import type { AttemptLog } from './attempt-log.ts'
import type { Budget } from './budget.ts'
import { type CallTools, createCallTools } from './call-tools.ts'
import { circuitBreakerOf } from './circuit-breaker.ts'
import type { CallCause, ModelRequest, ProviderChoice, RequestRecord } from './model-request.ts'
import { planCall } from './planned-call.ts'
import { createCall, type ProviderCall } from './provider-call.ts'
import type { ProviderSettings } from './provider-settings.ts'
import type { ProviderRow } from './schema.ts'

/** Provider calls per message, and calls of one provider per message (tool calls cause more than one). */
const MAX_CALLS_PER_MESSAGE = 6
const MAX_CALLS_PER_PROVIDER = 4

type CallerInput = {
  tenant: Tenant
  settings: ProviderSettings
  request: ModelRequest
  budget: Budget
  attemptLog: AttemptLog
  choice: ProviderChoice
  rows: readonly ProviderRow[]
  silenceMs: number
}

/** Makes the calls for one message, one provider after another, within its limits. */
export type Caller = {
  /** The next call; `said` is the text it goes on from. Null: no further provider can be asked. */
  next(cause: CallCause, said: string): StartableCall | null
  /** Lets a stopped provider be asked again after the others. */
  putBack(call: StartableCall): void
  record(): RequestRecord
  /** Why no call was possible at all. */
  readonly isOverBudget: boolean
}

export type StartableCall = ProviderCall & Pick<CallTools, 'onUse'> & { row: ProviderRow }

/** What the next provider is told when it goes on with another's answer. The repeated sentence is left out again. */
const GO_ON =
  'Your answer was cut off after the text above. Go on with the sentence that comes next, in the same language and form. Repeat nothing of it. If it is complete, write only its last sentence again.'

/** Creates the calls of one message; see `Caller`. */
export function createCaller(input: CallerInput): Caller {
  const { tenant, settings, request, budget, attemptLog, choice, silenceMs } = input
  const breaker = circuitBreakerOf(tenant.platform)
  const waiting = [...input.rows]
  const toolResults = createCallTools(request.tools)
  /** Requests that were made, or that running calls may still make. */
  let held = 0
  const record = () => ({ attempts: attemptLog.attempts, choice })
  return {
    record,
    get isOverBudget() {
      return choice.skipped.some(({ reason }) => reason === 'budget')
    },
    putBack: ({ row }) => {
      waiting.push(row)
    },
    next: (cause, said) => {
      const messages: ModelMessage[] = said
        ? [...request.messages, { role: 'assistant', content: said.trim() }, { role: 'user', content: GO_ON }]
        : [...request.messages]
      const maxCalls = Math.min(MAX_CALLS_PER_PROVIDER, MAX_CALLS_PER_MESSAGE - held)
      for (let row = waiting[0]; row && maxCalls > 0; row = waiting[0]) {
        waiting.shift()
        const plan = planCall({ tenant, settings, request, breaker, budget }, row)
        if (typeof plan === 'string') {
          choice.skipped.push({ provider: row.provider, reason: plan })
          continue
        }
        held += maxCalls
        const { tools, onUse } = toolResults.forCall()
        const onEnd = (calls: number) => {
          held += calls - maxCalls
        }
        const made = { tenant, request, plan, cause, messages, tools, maxCalls, silenceMs, breaker, attemptLog }
        return { ...createCall({ ...made, record, onEnd }), onUse, row }
      }
      return null
    },
  }
}
