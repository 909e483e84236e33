import { ActionIcon, Button, Modal, Select, Textarea, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  type AttributeType,
  type AttributeView,
  createAttribute,
  deleteAttribute,
} from '#contracts/customer/attribute.ts'
import type { CustomerAttributeId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { attributesKey, attributesQuery, customersKey } from '#web/admin/customers/queries.ts'
import { ErrorState } from '#web/kit/states.tsx'
import { CallError, call, newId } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { confirmAction } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notify.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import styles from './page.module.css'

const TYPES: Record<AttributeType, () => string> = {
  text: m.customer_attribute_type_text,
  number: m.customer_attribute_type_number,
  date: m.customer_attribute_type_date,
  yes_no: m.customer_attribute_type_yes_no,
  choice: m.customer_attribute_type_choice,
}
const typeOptions = () => Object.entries(TYPES).map(([value, label]) => ({ value, label: label() }))

/** The attributes that the business keeps of its customers: list, add, delete. */
export function ManageAttributes({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(attributesQuery)
  return (
    <Modal
      opened
      onClose={onClose}
      title={m.customer_attribute_manage_title()}
      size={480}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      <p className={styles.faint}>{m.customer_attribute_manage_text()}</p>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingRows label={m.common_loading()} rows={3} />}
      {data && (
        <>
          {data.items.length === 0 && <p className={styles.none}>{m.customer_attributes_none()}</p>}
          <ul className={styles.attributes}>
            {data.items.map((attribute) => (
              <Attribute key={attribute.id} attribute={attribute} canEdit={data.can.edit} />
            ))}
          </ul>
          {data.can.edit ? <NewAttribute /> : <p className={styles.faint}>{m.customer_attribute_read_only()}</p>}
        </>
      )}
    </Modal>
  )
}

function Attribute({
  attribute: { id, name, type, options },
  canEdit,
}: {
  attribute: AttributeView
  canEdit: boolean
}) {
  const client = useQueryClient()
  const remove = async () => {
    const isSure = await confirmAction({
      title: m.customer_attribute_delete_title({ name }),
      body: m.customer_attribute_delete_text(),
      confirm: m.customer_attribute_delete_confirm(),
      isDanger: true,
    })
    if (!isSure) return
    try {
      await call(deleteAttribute, { params: { customerAttributeId: id } })
    } catch (error) {
      notify.failure(error)
    }
    for (const queryKey of [attributesKey, customersKey]) void client.invalidateQueries({ queryKey })
  }
  return (
    <li>
      <span className={styles.attributeName}>{name}</span>
      <span className={styles.faint}>{[TYPES[type](), options.join(', ')].filter(Boolean).join(': ')}</span>
      {canEdit && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={m.customer_attribute_delete({ name })}
          onClick={() => void remove()}
        >
          <IconTrash size={16} stroke={1.5} />
        </ActionIcon>
      )}
    </li>
  )
}

const EMPTY = { name: '', type: 'text' as AttributeType, options: '' }

function NewAttribute() {
  const client = useQueryClient()
  const [id, setId] = useState(() => newId<CustomerAttributeId>())
  const [values, setValues] = useState(EMPTY)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  const add = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const options = values.options
      .split('\n')
      .map((option) => option.trim())
      .filter(Boolean)
    try {
      await call(createAttribute, { body: { id, name: values.name, type: values.type, options } })
      setId(newId<CustomerAttributeId>())
      setValues(EMPTY)
      setErrors({})
      await client.invalidateQueries({ queryKey: attributesKey })
    } catch (error) {
      const fields = error instanceof CallError ? error.fields : {}
      setErrors(Object.keys(fields).length > 0 ? fields : { name: failureText(error) })
    }
    setBusy(false)
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void add(event)}>
      <TextInput
        label={m.customer_attribute_name()}
        maxLength={60}
        value={values.name}
        error={errors.name}
        onChange={(event) => setValues({ ...values, name: event.currentTarget.value })}
      />
      <Select
        label={m.customer_attribute_type()}
        data={typeOptions()}
        value={values.type}
        allowDeselect={false}
        onChange={(type) => setValues({ ...values, type: type as AttributeType })}
      />
      {values.type === 'choice' && (
        <Textarea
          label={m.customer_attribute_options()}
          autosize
          minRows={2}
          value={values.options}
          error={errors.options}
          onChange={(event) => setValues({ ...values, options: event.currentTarget.value })}
        />
      )}
      <div className={styles.answers}>
        <Button type="submit" variant="filled" disabled={isBusy} aria-busy={isBusy}>
          {m.customer_attribute_add()}
        </Button>
      </div>
    </form>
  )
}
