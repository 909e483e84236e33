import { Mailboxes } from './mailboxes.tsx'
import { ReceivedMails } from './received-mails.tsx'

/** Where mails come in, and what became of them. */
export function MailIn() {
  return (
    <>
      <Mailboxes />
      <ReceivedMails />
    </>
  )
}
