import { listComposerDrafts, saveComposerDraft } from '#contracts/ticket/composer-draft.ts'
import { streamDesk } from '#contracts/ticket/desk-stream.ts'
import {
  confirmEmail,
  getGuestTicket,
  listGuestTickets,
  rateTicket,
  submitTicket,
} from '#contracts/ticket/guest-ticket.ts'
import { reportPresence } from '#contracts/ticket/presence.ts'
import { getSnoozeTimes, snoozeTicket, wakeTicket } from '#contracts/ticket/snooze.ts'
import {
  assignTicket,
  changeTicket,
  createTicket,
  deleteTicket,
  getTicket,
  handBackTicket,
  listTickets,
  moveTicket,
  sendTicketMessage,
  takeTicket,
} from '#contracts/ticket/ticket.ts'
import { getTicketCounters } from '#contracts/ticket/ticket-counters.ts'
import { languageOf } from '#server/platform/route/request-language.ts'
import { guestRoute, memberRoute, type Route } from '#server/platform/route/route.ts'
import { attend } from './attendance.ts'
import { assign, change, handBack, move, rate, remove, reply, take } from './commands.ts'
import { createAsMember, submit } from './create.ts'
import { ticketFieldRoutes } from './custom-fields/routes.ts'
import { followDesk } from './desk-stream.ts'
import { readDrafts, saveDraft } from './drafts/drafts.ts'
import * as confirmation from './email-confirmation.ts'
import { ticketListRoutes } from './list-routes.ts'
import { macroRoutes } from './macros/routes.ts'
import { mergeRoutes } from './merge/routes.ts'
import { plainFormRoutes } from './plain-form/routes.ts'
import { listDeskTickets, listTicketsOfGuest, readTicket, readTicketOfGuest } from './reads.ts'
import { snooze, wake } from './snooze/snooze.ts'
import { snoozeTimes } from './snooze/snooze-times.ts'
import { countTickets } from './ticket-counts.ts'

const deskRoutes: Route[] = [
  memberRoute(listTickets, (c) => listDeskTickets(c.tenant, c.actor, c.query)),
  memberRoute(getTicketCounters, (c) => countTickets(c.tenant, c.actor)),
  memberRoute(getTicket, (c) =>
    readTicket(c.tenant, c.actor, c.params.ticketId, c.query.cursor, languageOf(c.request)),
  ),
  memberRoute(createTicket, (c) => createAsMember(c.tenant, c.actor, c.body)),
  memberRoute(changeTicket, (c) => change(c.tenant, c.actor, c.params.ticketId, c.body)),
  memberRoute(moveTicket, (c) => move(c.tenant, c.actor, c.params.ticketId, c.body.version, c.body.status)),
  memberRoute(takeTicket, (c) => take(c.tenant, c.actor, c.params.ticketId, c.body.version)),
  memberRoute(getSnoozeTimes, (c) => snoozeTimes(c.tenant)),
  memberRoute(snoozeTicket, (c) => snooze(c.tenant, c.actor, c.params.ticketId, c.body)),
  memberRoute(wakeTicket, (c) => wake(c.tenant, c.actor, c.params.ticketId, c.body.version)),
  memberRoute(assignTicket, (c) => assign(c.tenant, c.actor, c.params.ticketId, c.body)),
  memberRoute(deleteTicket, async (c) => {
    await remove(c.tenant, c.actor, c.params.ticketId)
    return { deleted: true } as const
  }),
  memberRoute(sendTicketMessage, (c) => reply(c.tenant, c.actor, c.params.ticketId, c.body)),
  memberRoute(listComposerDrafts, async (c) => ({ items: await readDrafts(c.tenant, c.actor, c.params.ticketId) })),
  memberRoute(saveComposerDraft, async (c) => ({
    draft: await saveDraft(c.tenant, c.actor, c.params.ticketId, c.body),
  })),
  memberRoute(handBackTicket, (c) => handBack(c.tenant, c.actor, c.params.ticketId)),
  memberRoute(reportPresence, async (c) => {
    await attend(c.tenant, c.actor, c.params.ticketId, c.body)
    return { ok: true } as const
  }),
  memberRoute(streamDesk, async (c) => {
    const lastEventId = c.request.headers['last-event-id']
    followDesk(c.tenant, c.actor, lastEventId === undefined ? null : String(lastEventId), c.openStream())
    return undefined
  }),
]

const guestRoutes: Route[] = [
  guestRoute(submitTicket, (c) => submit(c.tenant, c.actor, c.body, languageOf(c.request))),
  guestRoute(listGuestTickets, (c) => listTicketsOfGuest(c.tenant, c.actor, c.query.cursor)),
  guestRoute(getGuestTicket, (c) => readTicketOfGuest(c.tenant, c.actor, c.params.ticketId)),
  guestRoute(confirmEmail, (c) => confirmation.confirmEmail(c.tenant, c.actor, c.body.token)),
  guestRoute(rateTicket, (c) => rate(c.tenant, c.actor, c.params.ticketId, c.body)),
]

export const ticketRoutes: Route[] = [
  ...deskRoutes,
  ...ticketListRoutes,
  ...ticketFieldRoutes,
  ...macroRoutes,
  ...mergeRoutes,
  ...guestRoutes,
  ...plainFormRoutes,
]
