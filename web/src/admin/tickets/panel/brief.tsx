import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconCornerDownLeft, IconRefresh, IconSparkles } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TicketBrief } from '#contracts/assistant/ticket-brief.ts'
import { discardSuggestedReply, makeTicketBrief } from '#contracts/assistant/ticket-brief.ts'
import type { TicketId } from '#contracts/ids.ts'
import type { TicketDetailView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { briefKey, briefQuery } from '#web/admin/tickets/queries.ts'
import { SourceChip } from '#web/admin/tickets/thread/message-foot.tsx'
import { Skeleton } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { Block } from './block.tsx'
import styles from './brief.module.css'

type BriefProps = { detail: TicketDetailView; onInsert: (reply: string) => void }

/** Summary and reply draft of the assistant. Nothing is sent automatically. */
export function Brief({ detail: { ticket, thread }, onInsert }: BriefProps) {
  const client = useQueryClient()
  const { data: brief } = useQuery(briefQuery(ticket.id))
  const writing = useMutation({
    mutationFn: () => call(makeTicketBrief, { params: { ticketId: ticket.id as TicketId } }),
    // What a live event made the page read may be newer than the reply, which says that it is being written.
    onSuccess: ({ brief: given }) =>
      client.setQueryData<TicketBrief | null>(briefKey(ticket.id), (known) =>
        known && given && known.changedAt > given.changedAt ? known : given,
      ),
  })
  if (brief === undefined || ticket.isDemo) return null
  const write = () => writing.mutate()
  const isBusy = writing.isPending || brief?.status === 'pending'
  const lastWords = thread.messages.findLast(({ author }) => author === 'customer')?.seq ?? 0
  const lastReply = thread.messages.findLast(({ author, visibility }) => author === 'member' && visibility === 'public')
  const isReplied = brief?.status === 'ready' && (lastReply?.seq ?? 0) > brief.upToSeq
  const isOld = brief?.status === 'ready' && lastWords > brief.upToSeq
  const again = brief && (
    <Tooltip label={m.brief_again()}>
      <ActionIcon size={24} aria-label={m.brief_again()} onClick={write} loading={isBusy && brief.summary !== ''}>
        <IconRefresh size={14} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
  return (
    <Block title={m.brief_title()} action={again}>
      {brief ? (
        <Written ticketId={ticket.id} brief={brief} isOld={isOld} isReplied={isReplied} onInsert={onInsert} />
      ) : (
        <Button size="xs" leftSection={<IconSparkles size={14} stroke={1.75} />} loading={isBusy} onClick={write}>
          {m.brief_make()}
        </Button>
      )}
      {writing.error && (
        <p className={styles.failed} role="alert">
          {failureText(writing.error)}
        </p>
      )}
      {brief?.status === 'failed' && (
        <p className={styles.failed} role="status">
          {m.brief_failed()}
        </p>
      )}
    </Block>
  )
}

type WrittenProps = {
  ticketId: TicketId
  brief: TicketBrief
  isOld: boolean
  isReplied: boolean
  onInsert: BriefProps['onInsert']
}

function Written({ ticketId, brief, isOld, isReplied, onInsert }: WrittenProps) {
  if (brief.summary === '') {
    if (brief.status !== 'pending') return null
    return (
      <div className={styles.coming} role="status" aria-label={m.brief_pending()}>
        <Skeleton width="92%" height="12px" />
        <Skeleton width="78%" height="12px" />
        <Skeleton width="85%" height="12px" />
      </div>
    )
  }
  return (
    <div className={styles.brief} aria-busy={brief.status === 'pending'}>
      <ul className={styles.summary}>
        {linesOf(brief.summary).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {isOld && <p className={styles.old}>{m.brief_old()}</p>}
      {isReplied ? (
        <p className={styles.old}>{m.brief_replied()}</p>
      ) : (
        <Suggestion ticketId={ticketId} brief={brief} onInsert={onInsert} />
      )}
      <p className={styles.origin}>
        <IconSparkles size={13} stroke={1.75} aria-hidden="true" />
        <span>
          {brief.model ? m.brief_by_model({ model: brief.model }) : m.brief_by_extract()} ·{' '}
          <RelativeTime at={brief.changedAt} />
        </span>
      </p>
    </div>
  )
}

/** The reply draft; none where the customer has nothing open. */
function Suggestion({ ticketId, brief, onInsert }: Pick<WrittenProps, 'ticketId' | 'brief' | 'onInsert'>) {
  const client = useQueryClient()
  const discarding = useMutation({
    mutationFn: () => call(discardSuggestedReply, { params: { ticketId } }),
    onSuccess: ({ brief: left }) => client.setQueryData<TicketBrief | null>(briefKey(ticketId), left),
  })
  if (brief.reply === '') return null
  return (
    <>
      <h4 className={styles.subtitle}>{m.brief_reply()}</h4>
      <p className={styles.reply}>{brief.reply}</p>
      {brief.sources.length > 0 && (
        <p className={styles.sources}>
          {brief.sources.slice(0, 3).map((source) => (
            <SourceChip key={`${source.kind}${source.id}`} source={source} />
          ))}
        </p>
      )}
      <div className={styles.choices}>
        <Button
          size="xs"
          leftSection={<IconCornerDownLeft size={14} stroke={1.75} />}
          onClick={() => onInsert(brief.reply)}
        >
          {m.brief_use()}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          loading={discarding.isPending}
          onClick={() => discarding.mutate()}
        >
          {m.brief_discard()}
        </Button>
      </div>
      {discarding.error && (
        <p className={styles.failed} role="alert">
          {failureText(discarding.error)}
        </p>
      )}
    </>
  )
}

/** The lines of a summary, without list markers of a model; each once. */
const linesOf = (summary: string): string[] => [
  ...new Set(
    summary
      .split('\n')
      .map((line) => line.replace(/^\s*(?:[-*•–]|\d{1,2}[.)])\s+/, '').trim())
      .filter(Boolean),
  ),
]
