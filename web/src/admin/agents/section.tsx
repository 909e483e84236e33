import { Button } from '@mantine/core'
import { IconChartBar, IconPlayerPlay, IconPlus, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AgentsView, AgentView } from '#contracts/agent/agent.ts'
import { activateAllAgents } from '#contracts/agent/agent.ts'
import * as m from '#i18n/messages.js'
import { useSection, useSectionSearch } from '#web/admin/desk-address.ts'
import { lazyDialog } from '#web/kit/lazy-part.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { Skeleton } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { notify } from '#web/ui/notify.ts'
import { Page } from '#web/ui/page.tsx'
import { Requests } from './action-requests.tsx'
import { AgentCard } from './agent-card.tsx'
import { Figures } from './figures.tsx'
import { Providers } from './providers.tsx'
import { agentsQuery, invalidateAgents } from './queries.ts'
import styles from './section.module.css'

const AgentForm = lazyDialog(async () => (await import('./agent-form.tsx')).AgentForm)
const TestConsole = lazyDialog(async () => (await import('./test-console.tsx')).TestConsole)
const Actions = lazyDialog(async () => (await import('./actions.tsx')).Actions)

/** The AI Agents section: agents, metrics, providers and action requests. */
export function AgentsSection() {
  const fleet = useQuery(agentsQuery)
  const [search, change] = useSectionSearch()
  const { data } = fleet
  const find = (id: string | undefined) => data?.items.find((one) => one.id === id)
  const canEdit = data?.can.edit ?? false
  const close = () => change({ edit: undefined, test: undefined, actions: undefined })
  const edited = search.edit === 'new' ? null : find(search.edit)
  return (
    <Page
      title={m.desk_section_agents()}
      actions={
        canEdit && (
          <Button
            variant="filled"
            leftSection={<IconPlus size={16} stroke={1.75} />}
            onClick={() => change({ edit: 'new' })}
          >
            {m.agent_new()}
          </Button>
        )
      }
    >
      {fleet.isError && <ErrorState error={fleet.error} onRetry={() => void fleet.refetch()} />}
      {data ? <Fleet fleet={data} isMeasuring={fleet.isFetching} onOpen={change} /> : !fleet.isError && <Waiting />}
      {canEdit && search.edit && edited !== undefined && (
        <AgentForm key={search.edit} agent={edited} providers={data?.providers ?? []} onClose={close} />
      )}
      {canEdit && data && find(search.test) && (
        <TestConsole agent={find(search.test) as AgentView} providers={data.providers} onClose={close} />
      )}
      {canEdit && find(search.actions) && <Actions agent={find(search.actions) as AgentView} onClose={close} />}
    </Page>
  )
}

type FleetProps = {
  fleet: AgentsView
  isMeasuring: boolean
  onOpen: (patch: { edit?: string; test?: string; actions?: string }) => void
}

function Fleet({ fleet, isMeasuring, onOpen }: FleetProps) {
  return (
    <div className={styles.stack}>
      <Figures fleet={fleet} />
      <Providers providers={fleet.providers} />
      <Controls fleet={fleet} isMeasuring={isMeasuring} />
      <Requests />
      <ul className={styles.cards} aria-label={m.agent_list()}>
        {fleet.items.map((agent) => (
          <li key={agent.id}>
            <AgentCard
              agent={agent}
              canEdit={fleet.can.edit}
              onEdit={() => onOpen({ edit: agent.id })}
              onTest={() => onOpen({ test: agent.id })}
              onActions={() => onOpen({ actions: agent.id })}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The buttons above the list. */
function Controls({ fleet, isMeasuring }: { fleet: AgentsView; isMeasuring: boolean }) {
  const [, open] = useSection()
  const [isBusy, setBusy] = useState(false)
  const areAllActive = fleet.items.every(({ status }) => status === 'active')
  const activateAll = async () => {
    setBusy(true)
    try {
      await call(activateAllAgents)
      notify.success(m.agent_all_activated())
      await invalidateAgents()
    } catch (error) {
      notify.failure(error)
    }
    setBusy(false)
  }
  const refresh = async () => {
    await invalidateAgents()
    notify.success(m.agent_metrics_refreshed())
  }
  return (
    <section className={styles.controls} aria-label={m.agent_controls()}>
      <h2 className={styles.heading}>{m.agent_controls()}</h2>
      <span className={styles.measured} role="status">
        {m.agent_measured()} <RelativeTime at={fleet.measuredAt} />
      </span>
      <div className={styles.buttons}>
        {fleet.can.edit && (
          <Button
            leftSection={<IconPlayerPlay size={16} stroke={1.5} />}
            onClick={() => void activateAll()}
            disabled={isBusy || areAllActive}
            title={areAllActive ? m.agent_all_active() : undefined}
          >
            {m.agent_activate_all()}
          </Button>
        )}
        <Button
          leftSection={<IconRefresh size={16} stroke={1.5} />}
          aria-busy={isMeasuring}
          onClick={() => void refresh()}
        >
          {m.agent_refresh()}
        </Button>
        <Button leftSection={<IconChartBar size={16} stroke={1.5} />} onClick={() => open('analytics')}>
          {m.agent_view_analytics()}
        </Button>
      </div>
    </section>
  )
}

function Waiting() {
  return (
    <div className={styles.stack} role="status" aria-label={m.common_loading()}>
      <Skeleton height="92px" radius="10px" />
      <Skeleton height="56px" radius="10px" />
      <div className={styles.cards}>
        {[1, 2, 3, 4].map((key) => (
          <Skeleton key={key} height="360px" radius="10px" />
        ))}
      </div>
    </div>
  )
}
