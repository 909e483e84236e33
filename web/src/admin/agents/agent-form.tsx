import { Autocomplete, Button, Drawer, Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import type { AgentStatus, AgentsView, AgentType, AgentView } from '#contracts/agent/agent.ts'
import { changeAgent, createAgent } from '#contracts/agent/agent.ts'
import type { AgentId } from '#contracts/ids.ts'
import type { ProviderId } from '#contracts/provider/provider.ts'
import * as m from '#i18n/messages.js'
import { providerName } from '#web/admin/api-settings/labels.ts'
import { CallError, call, newId } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { confirmAction } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notify.ts'
import styles from './form.module.css'
import { kinds, providerIds, statuses } from './labels.ts'
import { invalidateAgents, showAgent } from './queries.ts'

type Values = {
  name: string
  type: AgentType
  status: AgentStatus
  description: string
  provider: ProviderId | 'automatic'
  model: string
  personality: string
  capabilities: string[]
  specializations: string[]
}

const blank: Values = {
  name: '',
  type: 'general',
  status: 'active',
  description: '',
  provider: 'automatic',
  model: '',
  personality: '',
  capabilities: [],
  specializations: [],
}

const valuesOf = (agent: AgentView): Values => ({
  name: agent.name,
  type: agent.type,
  status: agent.status,
  description: agent.description,
  provider: agent.provider ?? 'automatic',
  model: agent.model ?? '',
  personality: agent.personality,
  capabilities: agent.capabilities,
  specializations: agent.specializations,
})

/** Request body of the form's values. */
const bodyOf = ({ provider, model, status: _, ...rest }: Values) => ({
  ...rest,
  provider: provider === 'automatic' ? null : provider,
  model: provider === 'automatic' ? null : model.trim() || null,
})

const useAgentForm = (agent: AgentView | null) =>
  useForm({
    initialValues: agent ? valuesOf(agent) : blank,
    validate: {
      name: (value) => (value.trim() ? null : m.agent_name_missing()),
      personality: (value) => (value.trim() ? null : m.agent_personality_missing()),
    },
  })

const TAGS = { maxTags: 20, splitChars: [',', ';'], clearable: false }

type FormProps = {
  /** Null: a new one. */
  agent: AgentView | null
  providers: AgentsView['providers']
  onClose: () => void
}

/** Creates or changes an agent. The input stays until it is saved or discarded. */
export function AgentForm({ agent, providers, onClose }: FormProps) {
  const form = useAgentForm(agent)
  const { isSaving, failure, save } = useSave(agent, form, onClose)
  const close = async () => {
    const isSure =
      !form.isDirty() ||
      (await confirmAction({
        title: m.agent_discard_title(),
        body: m.agent_discard_body(),
        confirm: m.common_discard(),
        isDanger: true,
      }))
    if (isSure) onClose()
  }
  return (
    <Drawer
      opened
      onClose={() => void close()}
      position="right"
      size={560}
      title={agent ? m.agent_edit_title({ name: agent.name }) : m.agent_new()}
      closeButtonProps={{ 'aria-label': m.common_close() }}
      classNames={{ content: styles.content ?? '', body: styles.body ?? '', title: styles.title ?? '' }}
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={form.onSubmit(
          (values) => void save(values),
          (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
        )}
      >
        <Fields form={form} providers={providers} isNew={agent === null} />
        {failure && (
          <p className={styles.failure} role="alert">
            {failure}
          </p>
        )}
        <div className={styles.foot}>
          <Button onClick={() => void close()}>{m.common_cancel()}</Button>
          <Button type="submit" variant="filled" disabled={isSaving} aria-busy={isSaving}>
            {isSaving ? m.common_saving() : agent ? m.common_save() : m.agent_create()}
          </Button>
        </div>
      </form>
    </Drawer>
  )
}

type Form = ReturnType<typeof useAgentForm>

function useSave(agent: AgentView | null, form: Form, onSaved: () => void) {
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  // One id until it is saved: pressing twice, or again after a lost reply, makes one agent.
  const id = useRef(newId<AgentId>())
  const version = useRef(agent?.version ?? 1)
  const save = async (values: Values) => {
    setSaving(true)
    setFailure(null)
    try {
      const given = bodyOf(values)
      const saved = agent
        ? await call(changeAgent, { params: { agentId: agent.id }, body: { version: version.current, ...given } })
        : await call(createAgent, { body: { id: id.current, ...given, status: values.status } })
      showAgent(saved)
      notify.success(agent ? m.agent_saved() : m.agent_created_toast())
      onSaved()
    } catch (error) {
      const fields = error instanceof CallError ? error.fields : {}
      form.setErrors(fields)
      const first = Object.keys(fields)[0]
      if (first) form.getInputNode(first)?.focus()
      else setFailure(failureText(error))
      if (error instanceof CallError && error.code === 'conflict') {
        // After the conflict was shown, the next Save is based on the stored version.
        version.current = (error.current as AgentView | undefined)?.version ?? version.current
        void invalidateAgents()
      }
    }
    setSaving(false)
  }
  return { isSaving, failure, save }
}

function Fields({ form, providers, isNew }: { form: Form; providers: AgentsView['providers']; isNew: boolean }) {
  const isConnected = (id: ProviderId) => providers.some((one) => one.id === id && one.isConnected)
  const { provider } = form.values
  return (
    <>
      <TextInput
        data-autofocus
        label={m.agent_name()}
        maxLength={80}
        required
        withAsterisk={false}
        {...form.getInputProps('name')}
      />
      <div className={styles.pair}>
        <Select
          label={m.agent_type()}
          description={m.agent_type_help()}
          allowDeselect={false}
          data={Object.entries(kinds).map(([value, { label }]) => ({ value, label: label() }))}
          {...form.getInputProps('type')}
        />
        {isNew && (
          <Select
            label={m.agent_status()}
            allowDeselect={false}
            data={Object.entries(statuses).map(([value, { label }]) => ({ value, label: label() }))}
            {...form.getInputProps('status')}
          />
        )}
      </div>
      <Textarea
        label={m.agent_description()}
        autosize
        minRows={2}
        maxRows={5}
        maxLength={500}
        {...form.getInputProps('description')}
      />
      <div className={styles.pair}>
        <Select
          label={m.agent_provider()}
          description={m.agent_provider_help()}
          allowDeselect={false}
          data={[
            { value: 'automatic', label: m.agent_model_automatic() },
            ...providerIds.map((id) => ({
              value: id,
              label: isConnected(id) ? providerName(id) : m.agent_provider_off({ name: providerName(id) }),
            })),
          ]}
          {...form.getInputProps('provider')}
        />
        <Autocomplete
          label={m.agent_model()}
          placeholder={m.agent_model_default()}
          maxLength={120}
          disabled={provider === 'automatic'}
          {...form.getInputProps('model')}
        />
      </div>
      <Textarea
        label={m.agent_personality()}
        description={m.agent_personality_help()}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={2000}
        required
        withAsterisk={false}
        {...form.getInputProps('personality')}
      />
      <TagsInput
        label={m.agent_capabilities()}
        description={m.agent_words_help()}
        {...TAGS}
        {...form.getInputProps('capabilities')}
      />
      <TagsInput
        label={m.agent_specializations()}
        description={m.agent_specializations_help()}
        {...TAGS}
        {...form.getInputProps('specializations')}
      />
    </>
  )
}
