import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconBolt,
  IconDots,
  IconMessageChatbot,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSchool,
  IconTrash,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { AgentStatus, AgentView } from '#contracts/agent/agent.ts'
import { deleteAgent, setAgentStatus } from '#contracts/agent/agent.ts'
import * as m from '#i18n/messages.js'
import { Badge } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import { classes } from '#web/lib/classes.ts'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { formatPercent } from '#web/lib/format-percent.ts'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { confirmAction } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notify.ts'
import styles from './card.module.css'
import { kinds, modelLabel, seconds, statuses } from './labels.ts'
import { invalidateAgents, showAgent } from './queries.ts'

type CardProps = {
  agent: AgentView
  canEdit: boolean
  onEdit: () => void
  onTest: () => void
  onActions: () => void
}

/** One agent with its fields, metrics and actions. */
export function AgentCard({ agent, canEdit, ...open }: CardProps) {
  const { label, Icon } = kinds[agent.type]
  const status = statuses[agent.status]
  return (
    <article className={classes(styles.card, agent.status !== 'active' && styles.off)} aria-label={agent.name}>
      <header className={styles.head}>
        <span className={styles.icon}>
          <Icon size={20} stroke={1.5} aria-hidden="true" />
        </span>
        <div className={styles.names}>
          <h3 className={styles.name}>{agent.name}</h3>
          <p className={styles.type}>{label()}</p>
        </div>
        <Badge tone={status.tone}>{status.label()}</Badge>
      </header>
      <p className={styles.description}>{agent.description}</p>
      <Metrics agent={agent} />
      <dl className={styles.facts}>
        <Fact name={m.agent_model()}>{modelLabel(agent.provider, agent.model)}</Fact>
        <Fact name={m.agent_personality()}>{agent.personality}</Fact>
        <Fact name={m.agent_capabilities()}>
          <TextList items={agent.capabilities} />
        </Fact>
        <Fact name={m.agent_specializations()}>
          <TextList items={agent.specializations} />
        </Fact>
      </dl>
      <p className={styles.times}>
        {m.agent_created({ date: formatDate(agent.createdAt) })}
        <span aria-hidden="true">·</span>
        {agent.metrics.lastActiveAt ? (
          <span>
            {m.agent_last_active()} <RelativeTime at={agent.metrics.lastActiveAt} />
          </span>
        ) : (
          m.agent_never_active()
        )}
      </p>
      {canEdit && <Foot agent={agent} {...open} />}
    </article>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function TextList({ items }: { items: readonly string[] }) {
  if (items.length === 0) return m.common_none()
  return (
    <ul className={styles.words}>
      {items.map((word) => (
        <li key={word}>{word}</li>
      ))}
    </ul>
  )
}

function Metrics({ agent: { metrics } }: { agent: AgentView }) {
  const { handledToday, resolutionRate, avgRating, responseMs } = metrics
  const shown: [string, string][] = [
    [m.agent_handled_today(), formatNumber(handledToday)],
    [m.agent_resolution_rate(), resolutionRate === null ? m.common_none() : formatPercent(resolutionRate)],
    [m.agent_avg_rating(), avgRating === null ? m.common_none() : formatNumber(avgRating, 1)],
    [m.agent_response_time(), responseMs === null ? m.common_none() : seconds(responseMs)],
  ]
  return (
    <dl className={styles.metrics}>
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Foot({ agent, onEdit, onTest, onActions }: Omit<CardProps, 'canEdit'>) {
  const [isBusy, setBusy] = useState(false)
  const isActive = agent.status === 'active'
  const put = async (status: AgentStatus) => {
    setBusy(true)
    try {
      showAgent(await call(setAgentStatus, { params: { agentId: agent.id }, body: { status } }))
    } catch (error) {
      notify.failure(error)
    }
    setBusy(false)
  }
  const remove = async () => {
    const isSure = await confirmAction({
      title: m.agent_delete_title({ name: agent.name }),
      body: m.agent_delete_body(),
      confirm: m.agent_delete(),
      isDanger: true,
    })
    if (!isSure) return
    try {
      await call(deleteAgent, { params: { agentId: agent.id } })
      notify.success(m.agent_deleted())
      await invalidateAgents()
    } catch (error) {
      notify.failure(error)
    }
  }
  return (
    <footer className={styles.foot}>
      <Button size="xs" leftSection={<IconMessageChatbot size={15} stroke={1.5} />} onClick={onTest}>
        {m.agent_test()}
      </Button>
      <Button size="xs" leftSection={<IconPencil size={15} stroke={1.5} />} onClick={onEdit}>
        {m.agent_edit()}
      </Button>
      <Button
        size="xs"
        leftSection={isActive ? <IconPlayerPause size={15} stroke={1.5} /> : <IconPlayerPlay size={15} stroke={1.5} />}
        onClick={() => void put(isActive ? 'inactive' : 'active')}
        disabled={isBusy}
      >
        {isActive ? m.agent_deactivate() : m.agent_activate()}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={30} className={styles.more ?? ''} aria-label={m.agent_more({ name: agent.name })}>
            <IconDots size={16} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconBolt size={16} stroke={1.5} />} onClick={onActions}>
            {m.agent_actions_count({ count: agent.actionCount })}
          </Menu.Item>
          {agent.status !== 'training' && (
            <Menu.Item leftSection={<IconSchool size={16} stroke={1.5} />} onClick={() => void put('training')}>
              {m.agent_train()}
            </Menu.Item>
          )}
          {!agent.isDefault && (
            <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.5} />} onClick={() => void remove()}>
              {m.agent_delete()}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </footer>
  )
}
