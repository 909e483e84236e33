import { Button, Select, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { AttributeValue } from '#contracts/customer/attribute.ts'
import { type CustomerPlan, type CustomerView, changeCustomer } from '#contracts/customer/customer.ts'
import * as m from '#i18n/messages.js'
import { attributesQuery, customersKey, plans } from '#web/admin/customers/queries.ts'
import { ConflictNotice } from '#web/admin/knowledge/conflict-notice.tsx'
import { Block } from '#web/admin/tickets/panel/block.tsx'
import { lazyDialog } from '#web/kit/lazy-part.tsx'
import { CallError, call } from '#web/lib/call.ts'
import { CustomField } from '#web/ui/custom-field.tsx'
import { notify } from '#web/ui/notify.ts'
import styles from './page.module.css'

const ManageAttributes = lazyDialog(async () => (await import('./manage-attributes.tsx')).ManageAttributes)

type Values = { name: string; plan: CustomerPlan; attributes: Record<string, AttributeValue | null> }
const valuesOf = ({ name, plan, attributes }: CustomerView): Values => ({ name, plan, attributes })

/** What of the values differs from the stored customer. */
function changesOf(stored: CustomerView, { name, plan, attributes }: Values) {
  const changed = Object.entries(attributes).filter(([id, value]) => (stored.attributes[id] ?? null) !== value)
  return {
    ...(name !== stored.name ? { name } : {}),
    ...(plan !== stored.plan ? { plan } : {}),
    ...(changed.length > 0 ? { attributes: Object.fromEntries(changed) } : {}),
  }
}

/** Name, plan and attributes. What is typed stays after a failed save, and when somebody else changes the customer. */
export function DetailsForm({ customer }: { customer: CustomerView }) {
  const client = useQueryClient()
  const { data: attributes } = useQuery(attributesQuery)
  const [isManaging, setManaging] = useState(false)
  /** The version the values are based on. */
  const [base, setBase] = useState(customer)
  const [values, setValues] = useState(valuesOf(customer))
  const [theirs, setTheirs] = useState<CustomerView | null>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isSaving, setSaving] = useState(false)
  const changes = changesOf(base, values)
  const isChanged = Object.keys(changes).length > 0
  const show = (stored: CustomerView, shown: Values) => {
    setBase(stored)
    setValues(shown)
    setTheirs(null)
  }
  // Changed elsewhere: shown at once, unless it would replace what is being typed.
  if (customer.version > base.version && !isChanged) show(customer, valuesOf(customer))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setSaving(true)
    try {
      const body = { version: base.version, ...changes }
      const saved = await call(changeCustomer, { params: { customerId: customer.id }, body })
      show(saved, valuesOf(saved))
      setErrors({})
      notify.success(m.customer_saved())
      await client.invalidateQueries({ queryKey: customersKey })
    } catch (error) {
      const fields = error instanceof CallError ? error.fields : {}
      setErrors(fields)
      if (error instanceof CallError && error.code === 'conflict') setTheirs(error.current as CustomerView)
      else if (Object.keys(fields).length === 0) notify.failure(error)
    }
    setSaving(false)
  }
  const setAttribute = (id: string, value: AttributeValue | null) =>
    setValues((before) => ({ ...before, attributes: { ...before.attributes, [id]: value } }))
  return (
    <Block
      title={m.customer_details()}
      action={
        <Button size="compact-xs" variant="subtle" onClick={() => setManaging(true)}>
          {m.customer_attributes_edit()}
        </Button>
      }
    >
      <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
        {theirs && (
          <ConflictNotice onTheirs={() => show(theirs, valuesOf(theirs))} onMine={() => show(theirs, values)} />
        )}
        <TextInput
          label={m.customer_name()}
          maxLength={120}
          value={values.name}
          error={errors.name}
          onChange={(event) => {
            const name = event.currentTarget.value
            setValues((before) => ({ ...before, name }))
          }}
        />
        <Select
          label={m.customer_plan()}
          description={m.customer_plan_text()}
          data={[...plans]}
          value={values.plan}
          allowDeselect={false}
          onChange={(plan) => setValues((before) => ({ ...before, plan: plan as CustomerPlan }))}
        />
        {attributes?.items.map((attribute) => (
          <CustomField
            key={attribute.id}
            field={attribute}
            value={values.attributes[attribute.id] ?? null}
            error={errors[`attributes.${attribute.id}`]}
            onChange={(value) => setAttribute(attribute.id, value as AttributeValue | null)}
          />
        ))}
        {isChanged && (
          <div className={styles.answers}>
            <Button onClick={() => show(customer, valuesOf(customer))} disabled={isSaving}>
              {m.common_discard()}
            </Button>
            <Button type="submit" variant="filled" disabled={isSaving} aria-busy={isSaving}>
              {isSaving ? m.common_saving() : m.common_save()}
            </Button>
          </div>
        )}
      </form>
      {isManaging && <ManageAttributes onClose={() => setManaging(false)} />}
    </Block>
  )
}
