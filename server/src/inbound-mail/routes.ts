import * as contract from '#contracts/inbound-mail/inbound-mail.ts'
import * as boxes from '#contracts/inbound-mail/mailbox.ts'
import { memberRoute, publicRoute, type Route } from '#server/platform/route/route.ts'
import { readCopies } from './copies.ts'
import { addMailbox, changePassword, readMailboxes, removeMailbox } from './mailbox/settings.ts'
import { receiveMail } from './receive.ts'
import { listMails, listMailsOf, sendOriginal } from './service.ts'

export const inboundMailRoutes: Route[] = [
  publicRoute(contract.receiveMail, (c) => receiveMail(c.platform, c.request)),
  memberRoute(contract.listInboundMails, (c) => listMails(c.tenant, c.actor, c.query.cursor)),
  memberRoute(contract.listTicketMails, (c) => listMailsOf(c.tenant, c.actor, c.params.ticketId)),
  memberRoute(contract.listCopies, (c) => readCopies(c.tenant, c.actor, c.params.ticketId, c.query.address)),
  memberRoute(contract.downloadMail, (c) => sendOriginal(c.tenant, c.actor, c.params.inboundMailId, c.reply)),
  memberRoute(boxes.listMailboxes, (c) => readMailboxes(c.tenant, c.actor)),
  memberRoute(boxes.addMailbox, (c) => addMailbox(c.tenant, c.actor, c.body)),
  memberRoute(boxes.changeMailboxPassword, (c) => changePassword(c.tenant, c.actor, c.params.mailboxId, c.body)),
  memberRoute(boxes.deleteMailbox, (c) => removeMailbox(c.tenant, c.actor, c.params.mailboxId)),
]
