import { listFormFields } from '#contracts/ticket/guest-ticket.ts'
import {
  archiveTicketField,
  changeTicketField,
  createTicketField,
  listTicketFields,
  orderTicketFields,
} from '#contracts/ticket/ticket-field.ts'
import { guestRoute, memberRoute, type Route } from '#server/platform/route/route.ts'
import * as fields from './fields.ts'

/** The fields that a business adds to its tickets. */
export const ticketFieldRoutes: Route[] = [
  memberRoute(listTicketFields, (c) => fields.readFields(c.tenant, c.actor)),
  memberRoute(createTicketField, (c) => fields.createField(c.tenant, c.actor, c.body)),
  memberRoute(changeTicketField, (c) => fields.changeField(c.tenant, c.actor, c.params.ticketFieldId, c.body)),
  memberRoute(archiveTicketField, (c) => fields.archiveField(c.tenant, c.actor, c.params.ticketFieldId, c.body)),
  memberRoute(orderTicketFields, (c) => fields.orderFields(c.tenant, c.actor, c.body.ids)),
  guestRoute(listFormFields, (c) => fields.readFormFields(c.tenant)),
]
