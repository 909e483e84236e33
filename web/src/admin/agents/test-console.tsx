import { Button, Drawer, Select, Textarea } from '@mantine/core'
import { IconSend, IconSparkles } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import type { AgentsView, AgentView } from '#contracts/agent/agent.ts'
import type { AgentTestView } from '#contracts/agent/agent-test.ts'
import { testAgent } from '#contracts/agent/agent-test.ts'
import type { ProviderId } from '#contracts/provider/provider.ts'
import * as m from '#i18n/messages.js'
import { providerName } from '#web/admin/api-settings/labels.ts'
import { RichText } from '#web/kit/markdown/rich-text.tsx'
import { ProgressLine } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { formatNumber } from '#web/lib/format.ts'
import { formatPercent } from '#web/lib/format-percent.ts'
import { dollars, providerIds } from './labels.ts'
import styles from './test-console.module.css'

type Turn = { id: number; message: string; reply: AgentTestView | null; failure: string | null }

type ConsoleProps = { agent: AgentView; providers: AgentsView['providers']; onClose: () => void }

/** Test console: an agent answers as it would answer a customer, with model, cost and sources of each answer. */
export function TestConsole({ agent, providers, onClose }: ConsoleProps) {
  const [provider, setProvider] = useState<ProviderId | 'automatic'>('automatic')
  const [message, setMessage] = useState('')
  const [turns, setTurns] = useState<Turn[]>([])
  const [isWaiting, setWaiting] = useState(false)
  const counter = useRef(0)
  const end = useRef<HTMLDivElement>(null)
  const patchTurn = (id: number, patch: Partial<Turn>) =>
    setTurns((all) => all.map((one) => (one.id === id ? { ...one, ...patch } : one)))

  const ask = async () => {
    const text = message.trim()
    if (text === '' || isWaiting) return
    const id = ++counter.current
    setTurns((all) => [...all, { id, message: text, reply: null, failure: null }])
    setWaiting(true)
    try {
      const reply = await call(testAgent, { params: { agentId: agent.id }, body: { message: text, provider } })
      patchTurn(id, { reply })
      setMessage('')
    } catch (error) {
      // The message stays in the field, to be sent again.
      patchTurn(id, { failure: failureText(error) })
    }
    setWaiting(false)
    requestAnimationFrame(() => end.current?.scrollIntoView({ block: 'end' }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void ask()
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void ask()
  }
  const isConnected = (id: ProviderId) => providers.some((one) => one.id === id && one.isConnected)
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={600}
      title={m.agent_test_title({ name: agent.name })}
      closeButtonProps={{ 'aria-label': m.common_close() }}
      classNames={{ content: styles.content ?? '', body: styles.body ?? '', title: styles.title ?? '' }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={styles.log} aria-label={m.agent_test_log()} aria-live="polite" tabIndex={0}>
        {turns.length === 0 && <p className={styles.empty}>{m.agent_test_empty()}</p>}
        {turns.map((turn) => (
          <TurnView key={turn.id} turn={turn} />
        ))}
        <div ref={end} />
      </section>
      <form className={styles.composer} onSubmit={submit}>
        <Textarea
          data-autofocus
          aria-label={m.agent_test_message()}
          placeholder={m.agent_test_placeholder()}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={4000}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
          onKeyDown={pressed}
        />
        <div className={styles.row}>
          <Select
            aria-label={m.agent_provider()}
            className={styles.provider ?? ''}
            allowDeselect={false}
            value={provider}
            onChange={(value) => setProvider((value ?? 'automatic') as typeof provider)}
            data={[
              { value: 'automatic', label: m.agent_model_automatic() },
              ...providerIds.map((id) => ({
                value: id,
                label: isConnected(id) ? providerName(id) : m.agent_provider_off({ name: providerName(id) }),
              })),
            ]}
          />
          <Button
            type="submit"
            variant="filled"
            leftSection={<IconSend size={16} stroke={1.5} />}
            disabled={isWaiting}
            aria-busy={isWaiting}
          >
            {m.agent_test_send()}
          </Button>
        </div>
      </form>
    </Drawer>
  )
}

function TurnView({ turn: { message, reply, failure } }: { turn: Turn }) {
  return (
    <article className={styles.turn}>
      <p className={styles.question}>{message}</p>
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      {reply && <Reply reply={reply} />}
      {!reply && !failure && (
        <p className={styles.waiting} role="status">
          <ProgressLine label={m.agent_test_waiting()} />
          {m.agent_test_waiting()}
        </p>
      )}
    </article>
  )
}

const engineWord = ({ engine, provider, model }: AgentTestView): string => {
  if (engine === 'model' && provider) return model ? `${providerName(provider)} · ${model}` : providerName(provider)
  return engine === 'canned' ? m.agent_test_canned() : m.agent_test_no_key()
}

function Reply({ reply }: { reply: AgentTestView }) {
  const facts: [string, string][] = [
    [m.agent_model(), engineWord(reply)],
    [
      m.agent_test_tokens(),
      m.agent_test_tokens_of({ input: formatNumber(reply.inputTokens), output: formatNumber(reply.outputTokens) }),
    ],
    [m.agent_test_cost(), dollars(reply.costMicroCents)],
    [
      m.agent_test_latency(),
      reply.firstTokenMs === null
        ? m.agent_ms({ value: formatNumber(reply.latencyMs) })
        : m.agent_test_latency_of({ all: formatNumber(reply.latencyMs), first: formatNumber(reply.firstTokenMs) }),
    ],
    [m.agent_test_confidence(), reply.confidence === null ? m.common_none() : formatPercent(reply.confidence)],
  ]
  if (reply.tools.length > 0) facts.push([m.agent_test_tools(), reply.tools.join(', ')])
  return (
    <div className={styles.reply}>
      {reply.notice && <p className={styles.notice}>{reply.notice}</p>}
      <div className={styles.answer}>
        <IconSparkles size={16} stroke={1.5} aria-hidden="true" />
        <div>
          <RichText text={reply.answer} homeUrl={location.origin} />
          {reply.suggestions.length > 0 && (
            <ul className={styles.suggestions}>
              {reply.suggestions.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          )}
        </div>
      </div>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Sources reply={reply} />
      <Troubles reply={reply} />
    </div>
  )
}

function Sources({ reply: { sources } }: { reply: AgentTestView }) {
  return (
    <div className={styles.sources}>
      <h3>{m.agent_test_sources()}</h3>
      {sources.length === 0 && <p className={styles.none}>{m.agent_test_sources_none()}</p>}
      {sources.map((source, index) => (
        <details key={`${source.kind}${source.id}${source.passage.length}`}>
          <summary>
            {index + 1}. {source.title}
          </summary>
          <p>{source.passage}</p>
        </details>
      ))}
    </div>
  )
}

/** Failed attempts before the answer, and sentences that the grounding check removed. */
function Troubles({ reply: { attempts, cut } }: { reply: AgentTestView }) {
  const failed = attempts.filter(({ fault }) => fault !== null)
  if (failed.length === 0 && cut.length === 0) return null
  return (
    <ul className={styles.troubles}>
      {failed.map(({ provider, model, fault }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same attempt may fail twice; the list never changes
        <li key={index}>
          {m.agent_test_attempt({ model: `${providerName(provider)} · ${model}`, reason: faultWord(fault) })}
        </li>
      ))}
      {cut.map(({ sentence }) => (
        <li key={sentence}>{m.agent_test_cut({ sentence })}</li>
      ))}
    </ul>
  )
}

const faults: Record<string, () => string> = {
  wrong_key: m.agent_fault_wrong_key,
  rate_limited: m.agent_fault_rate_limited,
  unknown_model: m.agent_fault_unknown_model,
  timeout: m.agent_fault_timeout,
  no_network: m.agent_fault_no_network,
  refused_address: m.agent_fault_refused_address,
  server: m.agent_fault_server,
  cut: m.agent_fault_cut,
}

const faultWord = (fault: string | null): string => (faults[fault ?? ''] ?? m.agent_fault_other)()
