import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteMacro, type MacroView } from '#contracts/ticket/macro.ts'
import * as m from '#i18n/messages.js'
import pageStyles from '#web/admin/settings/settings.module.css'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import styles from '#web/admin/team/team.module.css'
import { membersQuery, teamsQuery } from '#web/admin/tickets/queries.ts'
import { actionText } from '#web/admin/tickets/thread/macros/action-text.ts'
import { macrosQuery } from '#web/admin/tickets/thread/macros/queries.ts'
import { lazyDialog } from '#web/kit/lazy-part.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { call } from '#web/lib/call.ts'
import { confirmAction } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notify.ts'
import { LoadingRows } from '#web/ui/parts.tsx'

const MacroDialog = lazyDialog(async () => (await import('./macro-dialog.tsx')).MacroDialog)

/** Settings → Macros: prepared texts and changes, shared with the team or of the member alone. */
export function MacrosTab() {
  const { data: macros, error, refetch } = useQuery(macrosQuery)
  const [edited, setEdited] = useState<MacroView | 'new' | null>(null)
  if (error && !macros) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!macros) return <LoadingRows label={m.common_loading()} rows={6} height={48} />
  const part = (isShared: boolean) => macros.filter((macro) => macro.isShared === isShared)
  return (
    <div className={pageStyles.page}>
      <SettingsCard id="macros" title={m.macro_list()} text={m.macro_text()}>
        <MacroList title={m.macro_shared()} macros={part(true)} onEdit={setEdited} />
        <MacroList title={m.macro_own()} macros={part(false)} onEdit={setEdited} />
        <div className={styles.foot}>
          <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setEdited('new')}>
            {m.macro_new()}
          </Button>
        </div>
      </SettingsCard>
      {edited && <MacroDialog macro={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </div>
  )
}

type ListProps = { title: string; macros: MacroView[]; onEdit: (macro: MacroView) => void }

function MacroList({ title, macros, onEdit }: ListProps) {
  const client = useQueryClient()
  const { data: members = [] } = useQuery(membersQuery)
  const { data: teams = [] } = useQuery(teamsQuery)
  const remove = async (macro: MacroView) => {
    const isSure = await confirmAction({
      title: m.macro_delete_title({ name: macro.name }),
      body: macro.isShared ? m.macro_delete_shared() : m.macro_delete_own(),
      confirm: m.macro_delete(),
      isDanger: true,
    })
    if (!isSure) return
    try {
      await call(deleteMacro, { params: { macroId: macro.id } })
      notify.success(m.macro_deleted({ name: macro.name }))
    } catch (error) {
      notify.failure(error)
    }
    void client.invalidateQueries({ queryKey: macrosQuery.queryKey })
  }
  return (
    <div>
      <h3>{title}</h3>
      {macros.length === 0 && <p className={styles.note}>{m.macro_none_here()}</p>}
      <ul className={styles.list} aria-label={title}>
        {macros.map((macro) => (
          <li key={macro.id} className={styles.item}>
            <span className={styles.lines}>
              <span className={styles.name}>{macro.name}</span>
              <span className={styles.mail}>
                {macro.actions.map((action) => actionText(action, { members, teams })).join(' · ') ||
                  macro.body.slice(0, 100)}
              </span>
            </span>
            <span className={styles.buttons}>
              <Button
                size="compact-sm"
                aria-label={m.macro_edit_of({ name: macro.name })}
                onClick={() => onEdit(macro)}
              >
                {m.macro_edit()}
              </Button>
              <Button
                size="compact-sm"
                variant="subtle"
                color="red"
                aria-label={m.macro_delete_of({ name: macro.name })}
                onClick={() => void remove(macro)}
              >
                {m.macro_delete()}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
