import type { ReplyOf } from '#contracts/endpoint.ts'
import type { explainMessage } from '#contracts/quality/answer-explanation.ts'
import * as m from '#i18n/messages.js'
import { providerName } from '#web/admin/api-settings/labels.ts'

type Explained = ReplyOf<typeof explainMessage>
type Choice = NonNullable<Explained['providerChoice']>
type Call = Explained['attempts'][number]

const reasons: Record<Choice['reason'], () => string> = {
  console: m.quality_why_first_console,
  agent: m.quality_why_first_agent,
  technical: m.quality_why_first_technical,
  sales: m.quality_why_first_sales,
  difficult: m.quality_why_first_difficult,
  expert: m.quality_why_first_expert,
  simple: m.quality_why_first_simple,
  own_order: m.quality_why_first_own_order,
}

const skips: Record<Choice['skipped'][number]['reason'], (inputs: { name: string }) => string> = {
  wrong_key: m.quality_why_skipped_wrong_key,
  unreadable_key: m.quality_why_skipped_unreadable_key,
  no_model: m.quality_why_skipped_no_model,
  paused: m.quality_why_skipped_paused,
  budget: m.quality_why_skipped_budget,
}

const causes: Record<NonNullable<Call['cause']>, () => string> = {
  first: m.quality_why_cause_first,
  fallback: m.quality_why_cause_fallback,
  hedge: m.quality_why_cause_hedge,
  continuation: m.quality_why_cause_continuation,
}

const faults: Record<string, () => string> = {
  wrong_key: m.quality_why_fault_wrong_key,
  rate_limited: m.quality_why_fault_rate_limited,
  unknown_model: m.quality_why_fault_unknown_model,
  bad_request: m.quality_why_fault_bad_request,
  timeout: m.quality_why_fault_timeout,
  no_network: m.quality_why_fault_no_network,
  refused_address: m.quality_why_fault_refused_address,
  server: m.quality_why_fault_server,
  bad_answer: m.quality_why_fault_bad_answer,
  cut: m.quality_why_fault_cut,
  superseded: m.quality_why_fault_superseded,
  aborted: m.quality_why_fault_aborted,
}

/** The calls of models for an answer: who came first and why, and how each call ended. */
export function ModelCalls({ why: { providerChoice, attempts } }: { why: Explained }) {
  if (attempts.length === 0 && !providerChoice) return null
  return (
    <section>
      <h3>{m.quality_why_calls()}</h3>
      {providerChoice && <FirstProvider choice={providerChoice} />}
      <ol>
        {attempts.map((call, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={at}>
            {providerName(call.provider)} {call.model} <small>{callWords(call)}</small>
          </li>
        ))}
      </ol>
    </section>
  )
}

function FirstProvider({ choice: { order, reason, skipped } }: { choice: Choice }) {
  const names = order.map(providerName)
  return (
    <>
      <p>
        {names.length > 1 && m.quality_why_order({ names: names.join(' → ') })}{' '}
        {m.quality_why_first({ name: names[0] ?? '', reason: reasons[reason]() })}
      </p>
      {skipped.map((one) => (
        <p key={one.provider}>{skips[one.reason]({ name: providerName(one.provider) })}</p>
      ))}
    </>
  )
}

/** A model's price is small: four significant digits of a dollar. */
const dollars = (microCents: number) => Number((microCents / 1e8).toPrecision(4)).toString()

function callWords({ cause, fault, inputTokens, outputTokens, costMicroCents, latencyMs, isEstimated }: Call): string {
  const usage = {
    tokensIn: inputTokens,
    tokensOut: outputTokens,
    cost: dollars(costMicroCents),
    ms: Math.round(latencyMs),
  }
  return [
    ...(cause ? [causes[cause]()] : []),
    ...(fault ? [faults[fault]?.() ?? m.quality_why_call_failed({ fault })] : []),
    isEstimated ? m.quality_why_call_estimated(usage) : m.quality_why_call(usage),
  ].join('; ')
}
