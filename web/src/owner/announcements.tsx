import { Button, Select, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  type AnnouncementView,
  type Audience,
  createAnnouncement,
  deleteAnnouncement,
  listAnnouncements,
} from '#contracts/owner/announcement.ts'
import * as m from '#i18n/messages.js'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { Badge, Card } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import { formatClock, formatDate } from '#web/lib/format.ts'
import { confirmAction } from '#web/ui/confirm.tsx'
import { LoadingRows } from '#web/ui/parts.tsx'
import { runAct } from './act.ts'
import styles from './panel.module.css'

/** Announcements on the desks of all businesses. */
export function Announcements() {
  const query = useQuery({ queryKey: ['owner', 'announcements'], queryFn: () => call(listAnnouncements) })
  const items = query.data?.items ?? []
  return (
    <div className={styles.stack}>
      <NewAnnouncement />
      {!query.data && query.isPending && <LoadingRows label={m.common_loading()} rows={3} />}
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && items.length === 0 && (
        <EmptyState title={m.owner_no_announcements()}>{m.owner_no_announcements_text()}</EmptyState>
      )}
      <ul className={styles.list}>
        {items.map((one) => (
          <Item key={one.id} announcement={one} />
        ))}
      </ul>
    </div>
  )
}

const audienceLabel = (audience: Audience): string =>
  audience === 'admins' ? m.owner_audience_admins() : m.owner_audience_everyone()

const when = (at: string): string => `${formatDate(at)}, ${formatClock(at)}`

function Item({ announcement: one }: { announcement: AnnouncementView }) {
  const now = new Date().toISOString()
  const isShown = one.from <= now && now < one.until
  const remove = async () => {
    const isSure = await confirmAction({
      title: m.owner_confirm_withdraw(),
      body: one.title,
      confirm: m.owner_withdraw(),
      isDanger: true,
    })
    if (!isSure) return
    await runAct(() => call(deleteAnnouncement, { params: { announcementId: one.id } }), { done: m.owner_withdrawn() })
  }
  return (
    <li className={styles.item}>
      <div>
        <p>
          {isShown && <Badge tone="resolved">{m.owner_shown_now()}</Badge>} <strong>{one.title}</strong>
        </p>
        <p>{one.text}</p>
        <p className={styles.sub}>
          {audienceLabel(one.audience)} · {m.owner_from_until({ from: when(one.from), until: when(one.until) })}
        </p>
      </div>
      <Button aria-label={m.owner_withdraw_of({ name: one.title })} onClick={() => void remove()}>
        {m.owner_withdraw()}
      </Button>
    </li>
  )
}

/** The value of a `datetime-local` field, in the reader's own time zone. */
function localValue(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

const DAY_MS = 86_400_000

function NewAnnouncement() {
  const [title, setTitle] = useState('')
  const [text, setText] = useState('')
  const [audience, setAudience] = useState<Audience>('everyone')
  const [from, setFrom] = useState(() => localValue(new Date()))
  const [until, setUntil] = useState(() => localValue(new Date(Date.now() + DAY_MS)))
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const body = { title, text, audience, from: new Date(from).toISOString(), until: new Date(until).toISOString() }
    const created = await runAct(() => call(createAnnouncement, { body }), { done: m.owner_announced() })
    if (!created) return
    setTitle('')
    setText('')
  }
  return (
    <Card className={styles.card} aria-label={m.owner_announce_title()}>
      <h2>{m.owner_announce_title()}</h2>
      <p className={styles.intro}>{m.owner_announce_text()}</p>
      <form className={styles.stack} onSubmit={(event) => void send(event)}>
        <TextInput
          label={m.owner_announcement_title()}
          maxLength={120}
          required
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Textarea
          label={m.owner_announcement_text()}
          maxLength={2000}
          rows={3}
          required
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div className={styles.row}>
          <Select
            label={m.owner_audience()}
            allowDeselect={false}
            data={(['everyone', 'admins'] as const).map((value) => ({ value, label: audienceLabel(value) }))}
            value={audience}
            onChange={(value) => setAudience((value ?? 'everyone') as Audience)}
          />
          <TextInput
            type="datetime-local"
            label={m.owner_from()}
            required
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <TextInput
            type="datetime-local"
            label={m.owner_until()}
            required
            value={until}
            onChange={(event) => setUntil(event.currentTarget.value)}
          />
          <Button type="submit" variant="filled" disabled={!title.trim() || !text.trim() || !from || !until}>
            {m.owner_announce()}
          </Button>
        </div>
      </form>
    </Card>
  )
}
