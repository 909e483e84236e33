import { Button, Modal, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { deleteTag, renameTag, type TagView } from '#contracts/ticket/tag.ts'
import * as m from '#i18n/messages.js'
import { useDeskEvents } from '#web/admin/desk-events.ts'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { Failed } from '#web/admin/tickets/list/states.tsx'
import { tagsQuery } from '#web/admin/tickets/list/tags.ts'
import { useBulkChange } from '#web/admin/tickets/list/use-bulk-change.ts'
import { call } from '#web/lib/call.ts'
import { formatNumber } from '#web/lib/format.ts'
import { confirmAction } from '#web/ui/confirm.tsx'
import { LoadingRows } from '#web/ui/parts.tsx'
import { TagColourMenu } from './tag-colour.tsx'
import styles from './tags.module.css'

/** The tags with the number of their tickets; owners and admins rename, merge and delete them at every ticket. */
export function Tags() {
  const client = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery(tagsQuery)
  const [renamed, setRenamed] = useState<TagView | null>(null)
  const readAgain = () => void client.invalidateQueries({ queryKey: tagsQuery.queryKey })
  useDeskEvents((event) => {
    if (event.type === 'ticket.fields_changed' || event.type === 'resync') readAgain()
  })
  const bulk = useBulkChange({ onEnd: readAgain })
  const remove = async ({ name, tickets }: TagView) => {
    const isSure = await confirmAction({
      title: m.tag_delete_title({ tag: name }),
      body: m.tag_delete_body({ count: formatNumber(tickets) }),
      confirm: m.tag_delete(),
      isDanger: true,
    })
    if (isSure) await bulk.run(() => call(deleteTag, { body: { name } }))
  }
  return (
    <SettingsCard id="tags" title={m.tag_title()} text={m.tag_text()}>
      {error && <Failed error={error} isTrying={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingRows label={m.common_loading()} rows={4} />}
      {data?.items.length === 0 && <p className={styles.note}>{m.tag_none()}</p>}
      {bulk.running && (
        <p className={styles.note} role="status">
          {m.bulk_progress({ done: formatNumber(bulk.running.done), total: formatNumber(bulk.running.total) })}
        </p>
      )}
      {data && data.items.length > 0 && (
        <ul className={styles.list}>
          {data.items.map((tag) => (
            <li key={tag.name} className={styles.item}>
              <TagColourMenu tag={tag} canEdit={data.can.edit} />
              <span className={styles.name}>{tag.name}</span>
              <a
                className={styles.count}
                href={`?section=tickets&tag=${encodeURIComponent(tag.name.replaceAll(',', '%2C'))}`}
              >
                {tag.tickets === 1 ? m.tag_ticket() : m.tag_tickets({ count: formatNumber(tag.tickets) })}
              </a>
              {data.can.edit && (
                <span className={styles.buttons}>
                  <Button
                    size="compact-sm"
                    disabled={bulk.running !== null}
                    aria-label={m.tag_rename_of({ tag: tag.name })}
                    onClick={() => setRenamed(tag)}
                  >
                    {m.tag_rename()}
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color="red"
                    disabled={bulk.running !== null}
                    aria-label={m.tag_delete_of({ tag: tag.name })}
                    onClick={() => void remove(tag)}
                  >
                    {m.tag_delete()}
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <Modal
        opened={renamed !== null}
        onClose={() => setRenamed(null)}
        title={m.tag_rename_of({ tag: renamed?.name ?? '' })}
        size={420}
        closeButtonProps={{ 'aria-label': m.common_close() }}
      >
        {renamed && (
          <RenameForm
            tag={renamed}
            others={data?.items ?? []}
            onClose={() => setRenamed(null)}
            onRename={(to) => bulk.run(() => call(renameTag, { body: { name: renamed.name, to } }))}
          />
        )}
      </Modal>
    </SettingsCard>
  )
}

type RenameFormProps = {
  tag: TagView
  others: TagView[]
  onClose: () => void
  /** Whether it began. */
  onRename: (to: string) => Promise<boolean>
}

/** The new name; it says where the tag would be merged into another. */
function RenameForm({ tag, others, onClose, onRename }: RenameFormProps) {
  const [text, setText] = useState(tag.name)
  const to = text.trim()
  const other = others.find(({ name }) => name === to && name !== tag.name)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (to && to !== tag.name && (await onRename(to))) onClose()
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <TextInput
        data-autofocus
        label={m.tag_name()}
        maxLength={40}
        value={text}
        error={to ? null : m.error_enter_tag()}
        description={other ? m.tag_merges({ tag: other.name }) : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={styles.answers}>
        <Button onClick={onClose}>{m.common_cancel()}</Button>
        <Button type="submit" variant="filled" disabled={!to || to === tag.name}>
          {other ? m.tag_merge() : m.tag_rename()}
        </Button>
      </div>
    </form>
  )
}
