import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { endOtherSessions, endOwnSession, type OwnSession } from '#contracts/identity/account.ts'
import * as m from '#i18n/messages.js'
import { ErrorState } from '#web/kit/states.tsx'
import { Badge, Skeleton } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { notify } from '#web/ui/notify.ts'
import styles from './account.module.css'
import { ownSessionsQuery, readSessionsAgain } from './queries.ts'

const ICONS = { desktop: IconDeviceDesktop, mobile: IconDeviceMobile, tablet: IconDeviceTablet }

/** Where one is signed in, each with a way to end it. */
export function Sessions() {
  const { data, error, refetch } = useQuery(ownSessionsQuery)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height="64px" />
  const end = (session: OwnSession) =>
    call(endOwnSession, { params: { sessionId: session.id } }).then(readSessionsAgain, notify.failure)
  const endOthers = () =>
    call(endOtherSessions).then(({ ended }) => {
      notify.success(m.account_sessions_ended({ count: ended }))
      return readSessionsAgain()
    }, notify.failure)
  return (
    <>
      <ul className={styles.sessions}>
        {data.items.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => void end(session)} />
        ))}
      </ul>
      {data.items.length > 1 && (
        <div className={styles.actions}>
          <Button onClick={() => void endOthers()}>{m.account_sessions_end_others()}</Button>
        </div>
      )}
    </>
  )
}

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const Icon = ICONS[session.kind]
  const { browser, system, address } = session
  const name = [browser, system].filter(Boolean).join(', ') || m.account_session_unknown()
  return (
    <li className={styles.session}>
      <Icon size={20} stroke={1.5} aria-hidden="true" />
      <div className={styles.device}>
        <p>{name}</p>
        <p className={styles.text}>
          {address ? `${address} · ` : ''}
          <RelativeTime at={session.lastSeenAt} />
        </p>
      </div>
      {session.isCurrent ? (
        <Badge tone="resolved">{m.account_session_current()}</Badge>
      ) : (
        <Button aria-label={m.account_session_end_named({ name })} onClick={onEnd}>
          {m.account_session_end()}
        </Button>
      )}
    </li>
  )
}
