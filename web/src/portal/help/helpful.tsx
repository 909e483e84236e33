import { IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { type ArticleRowView, type VoteReason, voteArticle } from '#contracts/knowledge/article.ts'
import type { PortalView } from '#contracts/tenant/portal.ts'
import * as m from '#i18n/messages.js'
import { Button } from '#web/kit/button.tsx'
import { TextArea } from '#web/kit/field.tsx'
import { showToast } from '#web/kit/toast.tsx'
import { call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { asGuest } from '#web/portal/guest-session.ts'

type Vote = { helpful: boolean; reason: VoteReason | null; comment: string }
type Props = { portal: PortalView; articleSlug: string; onVoted: (row: ArticleRowView) => void }

const reasons: Record<VoteReason, () => string> = {
  out_of_date: m.help_reason_out_of_date,
  not_answered: m.help_reason_not_answered,
  hard_to_understand: m.help_reason_hard_to_understand,
  other: m.help_reason_other,
}

/** Yes or No, one vote per guest; a second one replaces the first. After a No the reader may say why. */
export function Helpful({ portal, articleSlug, onVoted }: Props) {
  const [vote, setVote] = useState<Vote | null>(null)
  /** Yes and No are shown at once, a reason once it is stored: until then its form keeps what was typed. */
  const give = async (next: Vote) => {
    const before = vote
    if (next.reason === null) setVote(next)
    try {
      const params = { slug: portal.slug, articleSlug }
      onVoted(await asGuest(portal.slug, () => call(voteArticle, { params, body: next })))
      setVote(next)
    } catch (error) {
      setVote(before)
      showToast(failureText(error), 'error')
    }
  }
  const plain = (helpful: boolean) => void give({ helpful, reason: null, comment: '' })
  return (
    <>
      <fieldset className="hc-helpful">
        <legend>{m.portal_help_question()}</legend>
        <Button
          aria-pressed={vote?.helpful === true}
          icon={<IconThumbUp size={18} stroke={1.5} aria-hidden="true" />}
          onClick={() => plain(true)}
        >
          {m.common_yes()}
        </Button>
        <Button
          aria-pressed={vote?.helpful === false}
          icon={<IconThumbDown size={18} stroke={1.5} aria-hidden="true" />}
          onClick={() => plain(false)}
        >
          {m.common_no()}
        </Button>
        <span role="status" className="hc-thanks">
          {vote !== null && (vote.reason ? m.help_reason_thanks() : m.portal_help_thanks())}
        </span>
      </fieldset>
      {vote?.helpful === false && vote.reason === null && (
        <Reasons onGive={(reason, comment) => give({ helpful: false, reason, comment })} />
      )}
    </>
  )
}

function Reasons({ onGive }: { onGive: (reason: VoteReason, comment: string) => Promise<void> }) {
  const [reason, setReason] = useState<VoteReason | null>(null)
  const [comment, setComment] = useState('')
  const [isBusy, setBusy] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!reason || isBusy) return
    setBusy(true)
    await onGive(reason, comment)
    setBusy(false)
  }
  return (
    <form className="hc-reasons" onSubmit={(event) => void send(event)}>
      <fieldset>
        <legend>{m.help_reason()}</legend>
        {(Object.keys(reasons) as VoteReason[]).map((one) => (
          <label key={one}>
            <input type="radio" name="reason" required checked={reason === one} onChange={() => setReason(one)} />
            {reasons[one]()}
          </label>
        ))}
      </fieldset>
      <TextArea
        label={m.help_reason_comment()}
        rows={2}
        maxLength={500}
        value={comment}
        onChange={(event) => setComment(event.target.value)}
      />
      <Button type="submit" variant="primary" isBusy={isBusy}>
        {m.help_reason_send()}
      </Button>
    </form>
  )
}
