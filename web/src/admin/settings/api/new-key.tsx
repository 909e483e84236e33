import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createApiKey } from '#contracts/api-key/api-key.ts'
import type { ApiScope } from '#contracts/api-key/scope.ts'
import * as m from '#i18n/messages.js'
import { CallError, call } from '#web/lib/call.ts'
import { notify } from '#web/ui/notify.ts'
import styles from './api.module.css'
import { SCOPES, scopeLabels } from './labels.ts'
import { apiKeysQuery } from './queries.ts'

const DAY_MS = 86_400_000
const LIFETIMES = ['never', '30', '90', '365'] as const

const initialValues = { name: '', scopes: [] as ApiScope[], days: 'never' as (typeof LIFETIMES)[number] }

/** The form of a new key; what is made is shown by `onMade`, once. */
export function NewKey({ onMade, onCancel }: { onMade: (key: string) => void; onCancel: () => void }) {
  const client = useQueryClient()
  const form = useForm({ initialValues })
  const making = useMutation({
    mutationFn: ({ name, scopes, days }: typeof initialValues) => {
      const expiresAt = days === 'never' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString()
      return call(createApiKey, { body: { name, scopes, expiresAt } })
    },
    onSuccess: async ({ key }) => {
      onMade(key)
      await client.invalidateQueries({ queryKey: apiKeysQuery.queryKey })
    },
    onError: (error) => {
      form.setErrors(error instanceof CallError ? error.fields : {})
      notify.failure(error)
    },
  })
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit((values) => making.mutate(values))}>
      <TextInput
        label={m.api_key_name()}
        description={m.api_key_name_help()}
        maxLength={60}
        autoFocus
        {...form.getInputProps('name')}
      />
      <Checkbox.Group label={m.api_scopes()} description={m.api_scopes_help()} {...form.getInputProps('scopes')}>
        <div className={styles.choices}>
          {SCOPES.map((scope) => (
            <Checkbox key={scope} value={scope} label={scopeLabels[scope]()} description={scope} />
          ))}
        </div>
      </Checkbox.Group>
      <Select
        label={m.api_key_lifetime()}
        data={LIFETIMES.map((value) => ({
          value,
          label: value === 'never' ? m.api_key_no_end() : m.api_key_days({ days: value }),
        }))}
        allowDeselect={false}
        {...form.getInputProps('days')}
      />
      <div className={styles.buttons}>
        <Button type="submit" variant="filled" disabled={making.isPending} aria-busy={making.isPending}>
          {m.api_key_make()}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {m.common_cancel()}
        </Button>
      </div>
    </form>
  )
}
