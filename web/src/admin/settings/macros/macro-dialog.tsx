import { Button, Modal, Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { MacroId } from '#contracts/ids.ts'
import { changeMacro, createMacro, type MacroView } from '#contracts/ticket/macro.ts'
import { VARIABLES } from '#contracts/ticket/template.ts'
import * as m from '#i18n/messages.js'
import styles from '#web/admin/team/team.module.css'
import { macrosQuery } from '#web/admin/tickets/thread/macros/queries.ts'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { CallError, call, newId } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { notify } from '#web/ui/notify.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import { actionsOf, type Values, valuesOf } from './values.ts'

const ActionFields = lazyPart(async () => (await import('./action-fields.tsx')).ActionFields, {
  waiting: () => <LoadingRows label={m.common_loading()} rows={6} />,
})

/** Creates or changes a macro. The input stays until it is saved. */
export function MacroDialog({ macro, onClose }: { macro: MacroView | null; onClose: () => void }) {
  const client = useQueryClient()
  const form = useForm<Values>({ initialValues: valuesOf(macro) })
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const id = useRef(newId<MacroId>())
  const save = async (values: Values) => {
    setBusy(true)
    setFailure(null)
    const { name, body, isShared } = values
    const content = { name, body, isShared, actions: actionsOf(values, macro) }
    try {
      await (macro
        ? call(changeMacro, { params: { macroId: macro.id }, body: { ...content, version: macro.version } })
        : call(createMacro, { body: { ...content, id: id.current } }))
      notify.success(m.macro_saved({ name }))
      onClose()
    } catch (error) {
      const fields = error instanceof CallError ? error.fields : {}
      form.setErrors(fields)
      if (error instanceof CallError && error.reason === 'name_taken') form.setFieldError('name', error.message)
      // No single input has the actions.
      else if (fields.actions || Object.keys(fields).length === 0) setFailure(fields.actions ?? failureText(error))
      setBusy(false)
    }
    void client.invalidateQueries({ queryKey: macrosQuery.queryKey })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={macro ? m.macro_edit_of({ name: macro.name }) : m.macro_new()}
      size={560}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      <form className={styles.form} noValidate onSubmit={form.onSubmit((values) => void save(values))}>
        <TextInput data-autofocus label={m.macro_name()} maxLength={80} {...form.getInputProps('name')} />
        <Textarea
          label={m.macro_body()}
          description={m.macro_variables({
            variables: VARIABLES.map((name) => `{{${name}}}`).join(', '),
            example: '{{customer.first_name|there}}',
          })}
          autosize
          minRows={4}
          maxRows={12}
          maxLength={8000}
          {...form.getInputProps('body')}
        />
        <ActionFields form={form} />
        <Switch
          label={m.macro_share()}
          description={m.macro_share_text()}
          {...form.getInputProps('isShared', { type: 'checkbox' })}
        />
        {failure && (
          <p className={styles.failure} role="alert">
            {failure}
          </p>
        )}
        <div className={styles.answers}>
          <Button onClick={onClose}>{m.common_cancel()}</Button>
          <Button type="submit" variant="filled" disabled={isBusy} aria-busy={isBusy}>
            {m.common_save()}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
