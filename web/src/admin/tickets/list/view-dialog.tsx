import { Button, Modal, NativeSelect, Switch, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { SavedViewId } from '#contracts/ids.ts'
import { changeSavedView, createSavedView, deleteSavedView, type SavedView } from '#contracts/ticket/saved-view.ts'
import * as m from '#i18n/messages.js'
import type { ListFilter } from '#web/admin/tickets/filter.ts'
import { call, newId } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { confirmAction } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notify.ts'
import styles from './filters.module.css'
import { viewOf, viewsQuery } from './views.ts'

type ViewDialogProps = { isOpen: boolean; onClose: () => void; filter: ListFilter }

/** Saves the list's filter as a new view or into an existing one, which can be renamed and deleted too. */
export function ViewDialog({ isOpen, onClose, filter }: ViewDialogProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={m.view_dialog()}
      size={420}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      <ViewForm filter={filter} onClose={onClose} />
    </Modal>
  )
}

function ViewForm({ filter, onClose }: Omit<ViewDialogProps, 'isOpen'>) {
  const client = useQueryClient()
  const { data } = useQuery(viewsQuery)
  const views = data?.items.filter(({ can }) => can.edit) ?? []
  const [view, setView] = useState<SavedView | undefined>(() => viewOf(views, filter))
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setShared] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  // One id until it is saved: pressing twice, or again after a lost reply, saves one view.
  const id = useRef(newId<SavedViewId>())
  const choose = (chosen: string) => {
    const next = views.find((one) => one.id === chosen)
    setView(next)
    setName(next?.name ?? '')
  }
  const run = async (work: () => Promise<unknown>, done: string) => {
    setFailure(null)
    try {
      await work()
      await client.invalidateQueries({ queryKey: viewsQuery.queryKey })
      notify.success(done)
      onClose()
    } catch (error) {
      setFailure(failureText(error))
    }
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!name.trim()) return setFailure(m.view_name_missing())
    const content = { name: name.trim(), filter }
    const work = () =>
      view
        ? call(changeSavedView, { params: { savedViewId: view.id }, body: content })
        : call(createSavedView, { body: { id: id.current, audience: isShared ? 'shared' : 'own', ...content } })
    return void run(work, m.view_saved({ view: content.name }))
  }
  const remove = async ({ id: savedViewId, name: view }: SavedView) => {
    const title = m.view_delete_title({ view })
    if (!(await confirmAction({ title, body: m.view_delete_body(), confirm: m.view_delete(), isDanger: true }))) return
    await run(() => call(deleteSavedView, { params: { savedViewId } }), m.view_deleted())
  }
  return (
    <form className={styles.form} noValidate onSubmit={save}>
      {views.length > 0 && (
        <NativeSelect
          label={m.view_into()}
          value={view?.id ?? ''}
          data={[{ value: '', label: m.view_into_new() }, ...views.map((one) => ({ value: one.id, label: one.name }))]}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      )}
      <TextInput
        data-autofocus
        label={m.view_name()}
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {!view && data?.can.share && (
        <Switch
          label={m.view_share()}
          description={m.view_share_help()}
          checked={isShared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
      )}
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      <div className={styles.answers}>
        {view && (
          <Button className={styles.first ?? ''} variant="subtle" color="red" onClick={() => void remove(view)}>
            {m.view_delete()}
          </Button>
        )}
        <Button onClick={onClose}>{m.common_cancel()}</Button>
        <Button type="submit" variant="filled">
          {m.common_save()}
        </Button>
      </div>
    </form>
  )
}
