import { Button, Drawer, Switch } from '@mantine/core'
import { IconBolt, IconFileImport, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AgentView } from '#contracts/agent/agent.ts'
import type { AgentActionView } from '#contracts/agent/agent-action.ts'
import { changeAgentAction, deleteAgentAction } from '#contracts/agent/agent-action.ts'
import * as m from '#i18n/messages.js'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { Badge } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import { confirmAction } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notify.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import { queryClient } from '#web/ui/provider.tsx'
import { ActionForm } from './action-form.tsx'
import styles from './actions.module.css'
import { actionsQuery, invalidateAgents } from './queries.ts'
import { TryAction } from './try-action.tsx'

const OpenApiImport = lazyPart(async () => (await import('./openapi-import.tsx')).OpenApiImport, {
  waiting: () => <LoadingRows label={m.common_loading()} rows={3} />,
})

/** What the drawer shows: the list, an action's form, a trial of an action, or the import. */
type View = { show: 'list' | 'new' | 'import' } | { show: 'edit' | 'try'; action: AgentActionView }

/** The HTTP actions of an agent. */
export function Actions({ agent, onClose }: { agent: AgentView; onClose: () => void }) {
  const query = actionsQuery(agent.id)
  const { data, isError, error, refetch } = useQuery(query)
  const [view, setView] = useState<View>({ show: 'list' })
  const back = () => {
    setView({ show: 'list' })
    void queryClient.invalidateQueries({ queryKey: query.queryKey })
    void invalidateAgents()
  }
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={620}
      title={m.agent_actions_title({ name: agent.name })}
      closeButtonProps={{ 'aria-label': m.common_close() }}
      classNames={{ title: styles.title ?? '' }}
    >
      {view.show === 'list' && (
        <>
          <p className={styles.intro}>{m.agent_actions_intro()}</p>
          <div className={styles.bar}>
            <Button
              variant="filled"
              leftSection={<IconPlus size={16} stroke={1.75} />}
              onClick={() => setView({ show: 'new' })}
            >
              {m.agent_action_new()}
            </Button>
            <Button leftSection={<IconFileImport size={16} stroke={1.5} />} onClick={() => setView({ show: 'import' })}>
              {m.agent_action_import()}
            </Button>
          </div>
          {isError && <ErrorState error={error} onRetry={() => void refetch()} />}
          {!data && !isError && <LoadingRows label={m.common_loading()} rows={3} />}
          {data?.items.length === 0 && (
            <EmptyState icon={<IconBolt size={24} stroke={1.5} />} title={m.agent_actions_none()}>
              {m.agent_actions_none_text()}
            </EmptyState>
          )}
          <ul className={styles.list}>
            {data?.items.map((action) => (
              <li key={action.id}>
                <ActionLine
                  action={action}
                  onEdit={() => setView({ show: 'edit', action })}
                  onTry={() => setView({ show: 'try', action })}
                  onChanged={back}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {view.show === 'new' && <ActionForm agentId={agent.id} action={null} onDone={back} />}
      {view.show === 'edit' && <ActionForm agentId={agent.id} action={view.action} onDone={back} />}
      {view.show === 'try' && <TryAction action={view.action} onDone={back} />}
      {view.show === 'import' && <OpenApiImport agentId={agent.id} onDone={back} />}
    </Drawer>
  )
}

type LineProps = { action: AgentActionView; onEdit: () => void; onTry: () => void; onChanged: () => void }

function ActionLine({ action, onEdit, onTry, onChanged }: LineProps) {
  const params = { agentId: action.agentId, actionId: action.id }
  const enable = async (isEnabled: boolean) => {
    try {
      await call(changeAgentAction, { params, body: { version: action.version, isEnabled } })
    } catch (error) {
      notify.failure(error)
    }
    onChanged()
  }
  const remove = async () => {
    const isSure = await confirmAction({
      title: m.agent_action_delete_title({ name: action.name }),
      body: m.agent_action_delete_body(),
      confirm: m.common_delete(),
      isDanger: true,
    })
    if (!isSure) return
    try {
      await call(deleteAgentAction, { params })
      notify.success(m.agent_action_deleted())
    } catch (error) {
      notify.failure(error)
    }
    onChanged()
  }
  return (
    <article className={styles.action} aria-label={action.name}>
      <header className={styles.actionHead}>
        <strong>{action.name}</strong>
        {action.needsConfirmation && <Badge tone="waiting">{m.agent_action_confirmed()}</Badge>}
        <Switch
          className={styles.switch ?? ''}
          checked={action.isEnabled}
          onChange={(event) => void enable(event.currentTarget.checked)}
          label={m.agent_action_enabled()}
        />
      </header>
      <p className={styles.soft}>{action.description}</p>
      <p className={styles.address}>
        {action.method} {action.url}
      </p>
      <div className={styles.bar}>
        <Button size="xs" onClick={onTry}>
          {m.agent_action_try()}
        </Button>
        <Button size="xs" onClick={onEdit}>
          {m.agent_edit()}
        </Button>
        <Button size="xs" variant="subtle" color="red" onClick={() => void remove()}>
          {m.common_delete()}
        </Button>
      </div>
    </article>
  )
}
