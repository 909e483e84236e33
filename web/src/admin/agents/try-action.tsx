import '@mantine/core/styles/NumberInput.layer.css'
import { Button, Checkbox, NumberInput, Select, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { ActionParameter, ActionResult, AgentActionView } from '#contracts/agent/agent-action.ts'
import { tryAgentAction } from '#contracts/agent/agent-action.ts'
import * as m from '#i18n/messages.js'
import { Badge } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { formatNumber } from '#web/lib/format.ts'
import styles from './actions.module.css'

type Value = string | number | boolean

/** Calls an action with entered values, and shows the response. */
export function TryAction({ action, onDone }: { action: AgentActionView; onDone: () => void }) {
  const [input, setInput] = useState<Record<string, Value>>({})
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [result, setResult] = useState<ActionResult | null>(null)
  const run = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setFailure(null)
    setResult(null)
    try {
      const params = { agentId: action.agentId, actionId: action.id }
      setResult(
        await call(tryAgentAction, {
          params,
          body: { input: Object.entries(input).map(([name, value]) => ({ name, value })) },
        }),
      )
    } catch (error) {
      setFailure(failureText(error))
    }
    setBusy(false)
  }
  return (
    <form className={styles.form} onSubmit={(event) => void run(event)}>
      <h3 className={styles.heading}>{m.agent_action_try_title({ name: action.name })}</h3>
      <p className={styles.address}>
        {action.method} {action.url}
      </p>
      {action.method !== 'GET' && <p className={styles.note}>{m.agent_action_try_real()}</p>}
      {action.parameters.map((parameter) => (
        <Field
          key={parameter.name}
          parameter={parameter}
          value={input[parameter.name]}
          onChange={(value) =>
            setInput(({ [parameter.name]: _, ...rest }) =>
              value === undefined || value === '' ? rest : { ...rest, [parameter.name]: value },
            )
          }
        />
      ))}
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      {result && (
        <div role="status">
          <p className={styles.actionHead}>
            <Badge tone={result.ok ? 'resolved' : 'danger'}>
              {result.status === null ? m.agent_action_no_answer() : m.agent_action_status({ status: result.status })}
            </Badge>
            <span className={styles.soft}>{m.agent_ms({ value: formatNumber(result.latencyMs) })}</span>
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by keyboard */}
          <pre className={styles.result} tabIndex={0}>
            {result.text}
          </pre>
        </div>
      )}
      <div className={styles.answers}>
        <Button onClick={onDone}>{m.common_back()}</Button>
        <Button type="submit" variant="filled" disabled={isBusy} aria-busy={isBusy}>
          {m.agent_action_call()}
        </Button>
      </div>
    </form>
  )
}

type FieldProps = { parameter: ActionParameter; value: Value | undefined; onChange: (value: Value | undefined) => void }

function Field({ parameter: { name, description, type, isRequired, options }, value, onChange }: FieldProps) {
  const label = isRequired ? name : m.agent_action_optional({ name })
  if (options) {
    return (
      <Select
        label={label}
        description={description}
        data={options}
        value={typeof value === 'string' ? value : null}
        clearable
        clearButtonProps={{ 'aria-label': m.common_clear() }}
        onChange={(one) => onChange(one ?? undefined)}
      />
    )
  }
  if (type === 'boolean') {
    return (
      <Checkbox
        label={label}
        description={description}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    )
  }
  if (type === 'string') {
    return (
      <TextInput
        label={label}
        description={description}
        maxLength={2000}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  return (
    <NumberInput
      label={label}
      description={description}
      hideControls
      allowDecimal={type === 'number'}
      value={typeof value === 'number' ? value : ''}
      onChange={(one) => onChange(one === '' ? undefined : Number(one))}
    />
  )
}
