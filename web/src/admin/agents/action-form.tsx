import '@mantine/core/styles/PasswordInput.layer.css'
import { ActionIcon, Button, Checkbox, PasswordInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { ActionMethod, ActionParameter, AgentActionView } from '#contracts/agent/agent-action.ts'
import { changeAgentAction, createAgentAction } from '#contracts/agent/agent-action.ts'
import type { AgentActionId, AgentId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { CallError, call, newId } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { notify } from '#web/ui/notify.ts'
import styles from './actions.module.css'

const METHODS: readonly ActionMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

type Values = {
  name: string
  description: string
  method: ActionMethod
  url: string
  parameters: ActionParameter[]
  headers: { name: string; value: string }[]
  needsConfirmation: boolean
  isEnabled: boolean
}

const blank: Values = {
  name: '',
  description: '',
  method: 'GET',
  url: '',
  parameters: [],
  headers: [],
  needsConfirmation: false,
  isEnabled: true,
}

const valuesOf = (action: AgentActionView): Values => ({
  name: action.name,
  description: action.description,
  method: action.method,
  url: action.url,
  parameters: action.parameters,
  headers: action.headerNames.map((name) => ({ name, value: '' })),
  needsConfirmation: action.needsConfirmation,
  isEnabled: action.isEnabled,
})

/** The parameters with one for every `{place}` of the address. */
function withPathParameters(url: string, parameters: readonly ActionParameter[]): ActionParameter[] {
  const places = [...url.matchAll(/\{([A-Za-z_][\w.-]*)\}/g)].map(([, name]) => name as string)
  const known = parameters.filter((one) => one.in !== 'path' || places.includes(one.name))
  const missing = [...new Set(places)].filter((name) => !known.some((one) => one.name === name))
  const added = missing.map(
    (name): ActionParameter => ({ name, in: 'path', type: 'string', description: '', isRequired: true }),
  )
  return [...known, ...added]
}

/** Whether an address has another origin than the saved one: then the server does not keep the values of the headers. */
const isMoved = (saved: string, typed: string): boolean => originOf(saved) !== originOf(typed)
const originOf = (url: string) => URL.parse(url.trim().replaceAll(/[{}]/g, ''))?.origin

const useActionForm = (action: AgentActionView | null) =>
  useForm({
    initialValues: action ? valuesOf(action) : blank,
    validate: {
      name: (value) => (/^[a-z][a-z0-9_]{1,47}$/.test(value) ? null : m.agent_action_name_wrong()),
      description: (value) => (value.trim() ? null : m.agent_action_description_missing()),
      url: (value) => (/^https?:\/\/[^\s{}/?#]+/.test(value.trim()) ? null : m.agent_action_url_wrong()),
    },
  })

type FormProps = { agentId: AgentId; action: AgentActionView | null; onDone: () => void }

/** Form of an HTTP action: description, method and URL, parameters, and headers. */
export function ActionForm({ agentId, action, onDone }: FormProps) {
  const form = useActionForm(action)
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const id = useRef(newId<AgentActionId>())
  const save = async (values: Values) => {
    setSaving(true)
    setFailure(null)
    const given = { ...values, headers: values.headers.filter(({ name }) => name.trim() !== '') }
    try {
      if (action) {
        const params = { agentId, actionId: action.id }
        await call(changeAgentAction, { params, body: { version: action.version, ...given } })
      } else await call(createAgentAction, { params: { agentId }, body: { id: id.current, ...given } })
      notify.success(m.agent_action_saved())
      onDone()
    } catch (error) {
      const fields = error instanceof CallError ? error.fields : {}
      form.setErrors(fields)
      const first = Object.keys(fields)[0]
      if (first) form.getInputNode(first)?.focus()
      setFailure(Object.values(fields).join(' ') || failureText(error))
    }
    setSaving(false)
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={form.onSubmit(
        (values) => void save(values),
        (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
      )}
    >
      <h3 className={styles.heading}>{action ? m.agent_action_edit({ name: action.name }) : m.agent_action_new()}</h3>
      <TextInput
        data-autofocus
        label={m.agent_action_name()}
        description={m.agent_action_name_help()}
        maxLength={48}
        {...form.getInputProps('name')}
      />
      <Textarea
        label={m.agent_action_when()}
        description={m.agent_action_when_help()}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={1000}
        {...form.getInputProps('description')}
      />
      <div className={styles.request}>
        <Select
          label={m.agent_action_method()}
          allowDeselect={false}
          data={METHODS}
          {...form.getInputProps('method')}
        />
        <TextInput
          label={m.agent_action_url()}
          description={m.agent_action_url_help({ example: '/orders/{order_id}' })}
          maxLength={1000}
          {...form.getInputProps('url')}
          onBlur={() => form.setFieldValue('parameters', withPathParameters(form.values.url, form.values.parameters))}
        />
      </div>
      <Parameters form={form} />
      <Headers
        form={form}
        known={action?.headerNames ?? []}
        isMoved={action !== null && isMoved(action.url, form.values.url)}
      />
      <Switch
        label={m.agent_action_confirm()}
        description={m.agent_action_confirm_help()}
        {...form.getInputProps('needsConfirmation', { type: 'checkbox' })}
      />
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      <div className={styles.answers}>
        <Button onClick={onDone}>{m.common_back()}</Button>
        <Button type="submit" variant="filled" disabled={isSaving} aria-busy={isSaving}>
          {isSaving ? m.common_saving() : m.common_save()}
        </Button>
      </div>
    </form>
  )
}

type Form = ReturnType<typeof useActionForm>

function Parameters({ form }: { form: Form }) {
  const add = () =>
    form.insertListItem('parameters', { name: '', in: 'query', type: 'string', description: '', isRequired: false })
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.legend}>
        {m.agent_action_parameters()}
        <Button size="compact-sm" variant="subtle" leftSection={<IconPlus size={14} />} onClick={add}>
          {m.agent_action_parameter_add()}
        </Button>
      </legend>
      <p className={styles.help}>{m.agent_action_parameters_help()}</p>
      <div className={styles.rows}>
        {form.values.parameters.map((parameter, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other key, names may be equal while typing
          <div key={index} className={styles.row}>
            <TextInput
              className={styles.grow ?? ''}
              aria-label={m.agent_action_parameter_name()}
              placeholder={m.agent_action_parameter_name()}
              maxLength={60}
              {...form.getInputProps(`parameters.${index}.name`)}
            />
            <Select
              w={96}
              aria-label={m.agent_action_parameter_in()}
              allowDeselect={false}
              data={['path', 'query', 'body']}
              {...form.getInputProps(`parameters.${index}.in`)}
            />
            <Select
              w={104}
              aria-label={m.agent_action_parameter_type()}
              allowDeselect={false}
              data={['string', 'number', 'integer', 'boolean']}
              {...form.getInputProps(`parameters.${index}.type`)}
            />
            <Checkbox
              label={m.agent_action_parameter_required()}
              {...form.getInputProps(`parameters.${index}.isRequired`, { type: 'checkbox' })}
            />
            <ActionIcon
              aria-label={m.agent_action_parameter_remove({ name: parameter.name })}
              onClick={() => form.removeListItem('parameters', index)}
            >
              <IconX size={16} stroke={1.5} />
            </ActionIcon>
            <TextInput
              className={styles.wide ?? ''}
              aria-label={m.agent_action_parameter_description()}
              placeholder={m.agent_action_parameter_description()}
              maxLength={300}
              {...form.getInputProps(`parameters.${index}.description`)}
            />
          </div>
        ))}
      </div>
    </fieldset>
  )
}

function Headers({ form, known, isMoved }: { form: Form; known: readonly string[]; isMoved: boolean }) {
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.legend}>
        {m.agent_action_headers()}
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} />}
          onClick={() => form.insertListItem('headers', { name: '', value: '' })}
        >
          {m.agent_action_header_add()}
        </Button>
      </legend>
      <p className={styles.help}>{m.agent_action_headers_help()}</p>
      <div className={styles.rows}>
        {form.values.headers.map(({ name, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other key, names may be equal while typing
          <div key={index} className={styles.header}>
            <TextInput
              aria-label={m.agent_action_header_name()}
              placeholder="Authorization"
              maxLength={60}
              {...form.getInputProps(`headers.${index}.name`)}
            />
            <PasswordInput
              aria-label={m.agent_action_header_value()}
              placeholder={known.includes(name) && !isMoved ? m.agent_action_header_kept() : 'Bearer …'}
              error={isMoved && known.includes(name) && value === '' && m.agent_action_header_again()}
              maxLength={2000}
              autoComplete="off"
              visibilityToggleButtonProps={{ 'aria-label': m.agent_action_header_show() }}
              {...form.getInputProps(`headers.${index}.value`)}
            />
            <ActionIcon
              aria-label={m.agent_action_parameter_remove({ name })}
              onClick={() => form.removeListItem('headers', index)}
            >
              <IconX size={16} stroke={1.5} />
            </ActionIcon>
          </div>
        ))}
      </div>
    </fieldset>
  )
}
