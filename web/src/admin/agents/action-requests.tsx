import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ActionRequestView } from '#contracts/agent/action-request.ts'
import { decideActionRequest } from '#contracts/agent/action-request.ts'
import * as m from '#i18n/messages.js'
import { stringifySearch } from '#web/admin/desk-address.ts'
import { Badge, type Tone } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { notify } from '#web/ui/notify.ts'
import { queryClient } from '#web/ui/provider.tsx'
import styles from './action-requests.module.css'
import { requestsQuery } from './queries.ts'

const SETTLED_SHOWN = 5

const outcomes: Record<ActionRequestView['status'], { label: () => string; tone: Tone }> = {
  pending: { label: m.agent_request_pending, tone: 'waiting' },
  done: { label: m.agent_request_done, tone: 'resolved' },
  failed: { label: m.agent_request_failed, tone: 'danger' },
  refused: { label: m.agent_request_refused, tone: 'closed' },
}

/** Action requests that a person must confirm: pending ones first, then the last decided ones. */
export function Requests() {
  const { data } = useQuery(requestsQuery)
  const waiting = data?.items.filter(({ status }) => status === 'pending') ?? []
  const settled = (data?.items.filter(({ status }) => status !== 'pending') ?? []).slice(0, SETTLED_SHOWN)
  if (waiting.length + settled.length === 0) return null
  return (
    <section className={styles.panel} aria-labelledby="agent-requests">
      <h2 id="agent-requests" className={styles.title}>
        {m.agent_requests()}
      </h2>
      <ul className={styles.list}>
        {[...waiting, ...settled].map((request) => (
          <li key={request.id}>
            <Request request={request} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Request({ request }: { request: ActionRequestView }) {
  const [isBusy, setBusy] = useState(false)
  const { label, tone } = outcomes[request.status]
  const decide = async (isApproved: boolean) => {
    setBusy(true)
    try {
      const { status } = await call(decideActionRequest, { params: { requestId: request.id }, body: { isApproved } })
      if (status === 'failed') notify.error(m.agent_request_failed_toast())
      else notify.success(isApproved ? m.agent_request_done_toast() : m.agent_request_refused_toast())
    } catch (error) {
      notify.failure(error)
    }
    await queryClient.invalidateQueries({ queryKey: requestsQuery.queryKey })
    setBusy(false)
  }
  return (
    <article className={styles.request} aria-label={request.actionName}>
      <div className={styles.words}>
        <p className={styles.head}>
          <strong>{request.actionName}</strong>
          <Badge tone={tone}>{label()}</Badge>
          <span className={styles.faint}>
            {request.agentName} · {request.method} {request.host} · <RelativeTime at={request.createdAt} />
          </span>
        </p>
        <p className={styles.description}>{request.description}</p>
        {request.input.length > 0 && (
          <dl className={styles.input}>
            {request.input.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {request.result && (
          <details className={styles.result}>
            <summary>{m.agent_request_result({ name: request.decidedBy ?? '' })}</summary>
            <p>{request.result}</p>
          </details>
        )}
        {request.ticketId && (
          <a href={stringifySearch({ section: 'tickets', ticket: request.ticketId })}>{m.agent_request_ticket()}</a>
        )}
      </div>
      {request.status === 'pending' && (
        <div className={styles.buttons}>
          <Button size="xs" onClick={() => void decide(false)} disabled={isBusy}>
            {m.agent_request_refuse()}
          </Button>
          <Button size="xs" variant="filled" onClick={() => void decide(true)} disabled={isBusy} aria-busy={isBusy}>
            {m.agent_request_confirm()}
          </Button>
        </div>
      )}
    </article>
  )
}
