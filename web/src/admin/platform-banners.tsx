import { Button, CloseButton } from '@mantine/core'
import { IconLifebuoy, IconSpeakerphone } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listCurrentAnnouncements } from '#contracts/owner/announcement.ts'
import { endSupportAccess, listSupportAccess, type SupportAccessView } from '#contracts/owner/support-access.ts'
import * as m from '#i18n/messages.js'
import { call } from '#web/lib/call.ts'
import { formatClock } from '#web/lib/format.ts'
import { notify } from '#web/ui/notify.ts'
import { useMember } from './session.ts'
import styles from './shell.module.css'

const REFRESH_MS = 60_000
const supportKey = ['support-access'] as const

/** What the platform says on this desk: that support works here, which an admin may end, and announcements. */
export function PlatformBanners() {
  return (
    <>
      <SupportBanner />
      <Announcements />
    </>
  )
}

function SupportBanner() {
  const { data } = useQuery({
    queryKey: supportKey,
    queryFn: () => call(listSupportAccess),
    refetchInterval: REFRESH_MS,
  })
  const running = data?.items[0]
  return (
    <div role="status" className={running ? styles.banner : undefined}>
      {running && (
        <>
          <IconLifebuoy size={16} stroke={1.5} aria-hidden="true" />
          <span>{m.desk_support_here({ until: formatClock(running.endsAt), reason: running.reason })}</span>
          {data.canEnd && <EndSupport access={running} />}
        </>
      )}
    </div>
  )
}

function EndSupport({ access }: { access: SupportAccessView }) {
  const { user } = useMember()
  const client = useQueryClient()
  const end = async () => {
    try {
      await call(endSupportAccess, { params: { supportAccessId: access.id } })
      if (user.role === 'super-admin') location.assign('/super-admin?tab=matrix')
      await client.invalidateQueries({ queryKey: supportKey })
    } catch (error) {
      notify.failure(error)
    }
  }
  return (
    <Button size="compact-xs" onClick={() => void end()}>
      {m.desk_support_end()}
    </Button>
  )
}

const DISMISSED = 'segue-dismissed-announcements'

function readDismissed(): string[] {
  try {
    return JSON.parse(localStorage.getItem(DISMISSED) ?? '[]') as string[]
  } catch {
    return []
  }
}

function Announcements() {
  const [dismissed, setDismissed] = useState(readDismissed)
  const { data } = useQuery({
    queryKey: ['announcements'],
    queryFn: () => call(listCurrentAnnouncements),
    refetchInterval: REFRESH_MS,
  })
  const shown = data?.items.filter(({ id }) => !dismissed.includes(id)) ?? []
  const dismiss = (id: string) => {
    const current = data?.items.map((one) => one.id as string) ?? []
    // Those that are over need no entry any more.
    const next = [...dismissed.filter((one) => current.includes(one)), id]
    setDismissed(next)
    localStorage.setItem(DISMISSED, JSON.stringify(next))
  }
  return shown.map(({ id, title, text }) => (
    <section key={id} className={styles.banner} aria-label={title}>
      <IconSpeakerphone size={16} stroke={1.5} aria-hidden="true" />
      <span>
        <strong>{title}</strong> {text}
      </span>
      <CloseButton size="sm" aria-label={m.desk_announcement_close({ title })} onClick={() => dismiss(id)} />
    </section>
  ))
}
