import * as contract from '#contracts/inbound-mail/inbound-mail.ts'
import { memberRoute, publicRoute, type Route } from '#server/platform/route/route.ts'
import { receiveMail } from './receive.ts'
import { listMails, listMailsOf, sendOriginal } from './service.ts'

export const inboundMailRoutes: Route[] = [
  publicRoute(contract.receiveMail, (c) => receiveMail(c.platform, c.request)),
  memberRoute(contract.listInboundMails, (c) => listMails(c.tenant, c.actor, c.query.cursor)),
  memberRoute(contract.listTicketMails, (c) => listMailsOf(c.tenant, c.actor, c.params.ticketId)),
  memberRoute(contract.downloadMail, (c) => sendOriginal(c.tenant, c.actor, c.params.inboundMailId, c.reply)),
]
