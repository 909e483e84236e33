import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { FileView } from '#contracts/conversation/file.ts'
import type { InboundMailId, TicketId } from '#contracts/ids.ts'
import type { NoAnswerReason } from '#contracts/inbound-mail/answer.ts'
import { listTicketMails, type MailPersonView, type TicketMailView } from '#contracts/inbound-mail/inbound-mail.ts'
import * as m from '#i18n/messages.js'
import { briefKey } from '#web/admin/tickets/queries.ts'
import { addressOf, call } from '#web/lib/call.ts'
import { isIn } from '#web/lib/pictures-in-text.ts'
import { Attachments } from './files.tsx'
import styles from './message.module.css'
import { TextWithPictures } from './text-with-pictures.tsx'

const NONE: ReadonlySet<string> = new Set()

type MailPartsProps = { ticketId: TicketId; mailId: InboundMailId; pictures: readonly FileView[] }

/**
 * Of a message that came by mail: who else got it, what the receiving server found out about its sender, what is folded with its pictures, and its
 * original.
 */
export function MailParts({ ticketId, mailId, pictures }: MailPartsProps) {
  const [isOpen, setOpen] = useState(false)
  const folded = useId()
  const { data, isPending } = useQuery({
    // What the assistant did about a mail changes with the draft of its answer.
    queryKey: [...briefKey(ticketId), 'mails', mailId],
    queryFn: ({ signal }) => call(listTicketMails, { params: { ticketId } }, { signal }),
    select: ({ mails }) => mails.find(({ id }) => id === mailId),
    staleTime: Number.POSITIVE_INFINITY,
  })
  // Where the mail cannot be read, its pictures stay within reach.
  const lost = isPending ? [] : pictures.filter((file) => !isIn(data?.quoted ?? '', file))
  return (
    <div className={styles.mail}>
      <span>{m.ticket_mail()}</span>
      {data && <Facts mail={data} />}
      {data?.quoted && (
        <button
          type="button"
          className={styles.why}
          aria-expanded={isOpen}
          aria-controls={folded}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? m.ticket_mail_less() : m.ticket_mail_more()}
        </button>
      )}
      <a
        className={styles.why}
        href={addressOf('/api/inbound-mails/:inboundMailId/original', { params: { inboundMailId: mailId } })}
        download
      >
        {m.ticket_mail_original()}
      </a>
      {isOpen && (
        <TextWithPictures
          id={folded}
          className={styles.quoted}
          text={data?.quoted ?? ''}
          files={pictures}
          repeated={NONE}
        />
      )}
      {lost.length > 0 && <Attachments files={lost} />}
    </div>
  )
}

function Facts({ mail }: { mail: TicketMailView }) {
  const { cc, authentication, forwardedFrom } = mail
  const answer = answerText(mail)
  return (
    <>
      {forwardedFrom && <span>{m.ticket_mail_forwarded({ person: shown(forwardedFrom) })}</span>}
      {cc.length > 0 && <span>{m.ticket_mail_cc({ people: cc.map(shown).join(', ') })}</span>}
      {authentication && <Checks checks={authentication} />}
      {answer && <span>{answer}</span>}
    </>
  )
}

const reasons: Record<Exclude<NoAnswerReason, 'draft_only' | 'overtaken'>, () => string> = {
  unverified: m.ticket_mail_why_unverified,
  other_writer: m.ticket_mail_why_other_writer,
  repeated: m.ticket_mail_why_repeated,
  follow_up: m.ticket_mail_why_follow_up,
  too_many: m.ticket_mail_why_too_many,
  machine: m.ticket_mail_why_machine,
  urgent: m.ticket_mail_why_urgent,
  complaint: m.ticket_mail_why_complaint,
  person_requested: m.ticket_mail_why_person_requested,
  unsure: m.ticket_mail_why_unsure,
  failed: m.ticket_mail_why_failed,
}

/** What the assistant did about it, and why it sent nothing by itself. */
function answerText({ answer, noAnswerReason }: TicketMailView): string | null {
  if (answer === 'pending') return m.ticket_mail_answer_pending()
  if (answer === 'sent') return m.ticket_mail_answer_sent()
  if (answer !== 'draft') return null
  const drafted = m.ticket_mail_answer_draft()
  if (noAnswerReason === null || noAnswerReason === 'draft_only' || noAnswerReason === 'overtaken') return drafted
  return m.ticket_mail_not_sent({ answer: drafted, reason: reasons[noAnswerReason]() })
}

const shown = ({ name, address }: MailPersonView): string => (name ? `${name} <${address}>` : address)

type Checks = NonNullable<TicketMailView['authentication']>

/** A failed check is a reason to be careful; that none was made is none. */
function Checks({ checks: { spf, dkim, dmarc, by } }: { checks: Checks }) {
  const results = [
    ['SPF', spf],
    ['DKIM', dkim],
    ['DMARC', dmarc],
  ].flatMap(([name, result]) => (result ? [`${name} ${result}`] : []))
  if (results.length === 0) return null
  const hasFailed = [spf, dkim, dmarc].includes('fail')
  return (
    <span className={hasFailed ? styles.failed : undefined} title={m.ticket_mail_checked_by({ server: by })}>
      {results.join(' · ')}
    </span>
  )
}
