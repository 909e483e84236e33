import { Button } from '@mantine/core'
import { IconExternalLink, IconMail, IconMessage, IconQrcode } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { recordChecklistStep } from '#contracts/signup/checklist.ts'
import type { CustomerLink } from '#contracts/signup/onboarding.ts'
import * as m from '#i18n/messages.js'
import { checklistQuery } from '#web/admin/overview/queries.ts'
import { useMember } from '#web/admin/session.ts'
import { lazyDialog } from '#web/kit/lazy-part.tsx'
import { call } from '#web/lib/call.ts'
import { CopyWithFeedback } from './copy-feedback.tsx'
import styles from './links.module.css'

const QrDialog = lazyDialog(async () => (await import('./qr-dialog.tsx')).QrDialog)

/** The four links with their actions. */
export function LinkList({ links }: { links: readonly CustomerLink[] }) {
  const [shown, show] = useState<CustomerLink | null>(null)
  return (
    <>
      <ul className={styles.links} aria-label={m.links_list()}>
        {links.map((link) => (
          <LinkRow key={link.kind} link={link} onQr={() => show(link)} />
        ))}
      </ul>
      <QrDialog isOpen={shown !== null} link={shown ?? links[0]!} onClose={() => show(null)} />
    </>
  )
}

function LinkRow({ link, onQr }: { link: CustomerLink; onQr: () => void }) {
  const { title, description, usage, url } = link
  const { tenant } = useMember()
  const recordCopy = useCopyRecord()
  const business = tenant?.name ?? ''
  const body = encodeURIComponent(m.links_message({ business, url }))
  const subject = encodeURIComponent(m.links_email_subject({ business }))
  return (
    <li className={styles.card}>
      <div>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.text}>{description}</p>
        <p className={styles.text}>{usage}</p>
      </div>
      <code className={styles.code}>{url}</code>
      <div className={styles.actions}>
        <CopyWithFeedback text={url} label={m.links_copy_named({ title })} onCopied={recordCopy} />
        <Button
          component="a"
          href={`mailto:?subject=${subject}&body=${body}`}
          aria-label={m.links_email_named({ title })}
          leftSection={<IconMail size={16} stroke={1.5} />}
        >
          {m.links_email()}
        </Button>
        <Button
          component="a"
          href={`sms:?body=${body}`}
          aria-label={m.links_text_named({ title })}
          leftSection={<IconMessage size={16} stroke={1.5} />}
        >
          {m.links_text()}
        </Button>
        <Button
          aria-label={m.links_qr_named({ title })}
          leftSection={<IconQrcode size={16} stroke={1.5} />}
          onClick={onQr}
        >
          {m.links_qr()}
        </Button>
        <Button
          component="a"
          href={url}
          target="_blank"
          rel="noopener"
          aria-label={m.links_test_named({ title })}
          leftSection={<IconExternalLink size={16} stroke={1.5} />}
        >
          {m.links_test()}
        </Button>
      </div>
    </li>
  )
}

/** Copying a link is a step of the set-up checklist, which owners and admins have. */
function useCopyRecord(): () => void {
  const queries = useQueryClient()
  const { user } = useMember()
  return () => {
    if (user.memberRole === 'agent') return
    // The link is copied either way; a step that was not recorded is still shown as open.
    call(recordChecklistStep, { body: { step: 'link' } }).then(
      (view) => queries.setQueryData(checklistQuery.queryKey, view),
      () => undefined,
    )
  }
}
