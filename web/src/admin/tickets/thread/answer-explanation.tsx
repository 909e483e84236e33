import { Button, Modal } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { MessageId, TestQuestionId } from '#contracts/ids.ts'
import { explainMessage } from '#contracts/quality/answer-explanation.ts'
import { createTestQuestionFromMessage } from '#contracts/quality/test-question.ts'
import * as m from '#i18n/messages.js'
import { ErrorState } from '#web/kit/states.tsx'
import { call, newId } from '#web/lib/call.ts'
import { formatNumber } from '#web/lib/format.ts'
import { notify } from '#web/ui/notify.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import { PriorityBadge, reasonLabel } from '#web/ui/ticket-labels.tsx'
import styles from './answer-explanation.module.css'
import { ModelCalls } from './model-calls.tsx'

type Explained = ReplyOf<typeof explainMessage>

const engines: Record<Explained['engine'], () => string> = {
  model: m.quality_why_engine_model,
  'no-key': m.quality_why_engine_no_key,
  canned: m.quality_why_engine_canned,
}

const degradations: Record<string, () => string> = {
  budget: m.quality_why_degraded_budget,
  all_failed: m.quality_why_degraded_all_failed,
  too_slow: m.quality_why_degraded_too_slow,
  refused: m.quality_why_degraded_refused,
}

const decisions: Record<Explained['groundingDecisions'][number]['decision'], () => string> = {
  source: m.quality_why_said,
  replaced: m.quality_why_replaced,
  judged: m.quality_why_judged,
  cut: m.quality_why_cut,
}

const cuts: Record<string, () => string> = {
  unsupported: m.quality_why_gate_unsupported,
  link: m.quality_why_gate_link,
  image: m.quality_why_gate_image,
  prompt_leak: m.quality_why_gate_prompt_leak,
  citation: m.quality_why_gate_citation,
  avoided_topic: m.quality_why_gate_avoided_topic,
  personal_data: m.quality_why_gate_personal_data,
}

/** "Why this answer?": retrieved sources, confidence, model calls, and what became of the model's sentences. */
export function AnswerExplanation({ messageId, onClose }: { messageId: MessageId; onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['quality', 'why', messageId],
    queryFn: ({ signal }) => call(explainMessage, { params: { messageId } }, { signal }),
  })
  const id = useRef(newId<TestQuestionId>())
  const add = useMutation({
    mutationFn: () =>
      call(createTestQuestionFromMessage, {
        body: { id: id.current, messageId, origin: data?.escalation ? 'escalation' : 'correction' },
      }),
    onSuccess: () => notify.success(m.quality_why_to_test_done()),
    onError: notify.failure,
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={m.quality_why()}
      size={560}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingRows label={m.common_loading()} rows={4} />}
      {data && (
        <div className={styles.why}>
          <ExplanationDetails why={data} />
          <Button disabled={add.isPending || add.isSuccess || data.question === ''} onClick={() => add.mutate()}>
            {add.isSuccess ? m.quality_why_to_test_done() : m.quality_why_to_test()}
          </Button>
        </div>
      )}
    </Modal>
  )
}

function ExplanationDetails({ why }: { why: Explained }) {
  const percent = (share: number) => Math.round(share * 100)
  return (
    <>
      {why.question && <Part title={m.quality_why_asked()}>{why.question}</Part>}
      <p>{engines[why.engine]()}</p>
      {why.degraded && <p>{degradations[why.degraded]?.()}</p>}
      {why.confidence !== null && (
        <p>{m.quality_why_sure({ percent: percent(why.confidence), threshold: percent(why.threshold) })}</p>
      )}
      <Found why={why} />
      {why.agent && <Part title={m.quality_why_agent()}>{why.agent.name}</Part>}
      {why.analysis && <Part title={m.quality_why_reading()}>{m.quality_why_reading_words(why.analysis)}</Part>}
      <ModelCalls why={why} />
      <Sentences why={why} />
      {why.tools.length > 0 && <Part title={m.quality_why_tools()}>{why.tools.join(', ')}</Part>}
      {why.escalation && (
        <Part title={m.quality_why_escalated()}>
          {reasonLabel(why.escalation.reason)} <PriorityBadge priority={why.escalation.priority} />
        </Part>
      )}
      {why.latencyMs !== null && (
        <Part title={m.quality_why_time()}>
          {m.quality_why_time_words({ ms: why.latencyMs })}
          {why.firstTokenMs !== null && `, ${m.quality_why_first_words({ ms: Math.round(why.firstTokenMs) })}`}
        </Part>
      )}
    </>
  )
}

/** What became of each sentence that the model wrote. */
function Sentences({ why }: { why: Explained }) {
  if (why.groundingDecisions.length === 0) return null
  return (
    <Part title={m.quality_why_gate()}>
      <ul>
        {why.groundingDecisions.map(({ decision, sentence, shown, reason }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={at}>
            {shown ? (
              <>
                <q>{shown}</q> <small>{decisions[decision]()}</small> <s>{sentence}</s>
              </>
            ) : (
              <>
                {decision === 'cut' ? <s>{sentence}</s> : <q>{sentence}</q>} <small>{decisions[decision]()}</small>{' '}
                {reason && <small>{cuts[reason]?.()}</small>}
              </>
            )}
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      <div>{children}</div>
    </section>
  )
}

function Found({ why }: { why: Explained }) {
  return (
    <Part title={m.quality_why_found()}>
      {why.retrieved.length === 0 ? (
        m.quality_why_nothing_found()
      ) : (
        <ol>
          {why.retrieved.map(({ kind, id, title, score, isCited }, at) => (
            // A document may be retrieved with two passages.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <li key={`${kind}${id}${at}`}>
              {title ?? m.quality_why_gone()}{' '}
              {score !== null && <small className={styles.score}>{formatNumber(score, 2)}</small>}
              {isCited && <strong className={styles.cited}>{m.quality_why_cited()}</strong>}
            </li>
          ))}
        </ol>
      )}
    </Part>
  )
}
