import type {
  getTicketBrief as GetTicketBrief,
  makeTicketBrief as MakeTicketBrief,
} from '#contracts/assistant/ticket-brief.ts'
import type { uploadFile as UploadFile } from '#contracts/conversation/file.ts'
import type { getTicketMemory as GetTicketMemory } from '#contracts/memory/memory.ts'
import type { listMembers as ListMembers } from '#contracts/tenant/member.ts'
import type {
  createDemoTickets as CreateDemoTickets,
  deleteDemoTickets as DeleteDemoTickets,
} from '#contracts/ticket/demo-ticket.ts'
import type { reportPresence as AttendTicket } from '#contracts/ticket/presence.ts'
import type {
  assignTicket as AssignTicket,
  changeTicket as ChangeTicket,
  createTicket as CreateTicket,
  deleteTicket as DeleteTicket,
  getTicket as GetTicket,
  handBackTicket as HandBackTicket,
  listTickets as ListTickets,
  moveTicket as MoveTicket,
  sendTicketMessage as SendTicketMessage,
  takeTicket as TakeTicket,
} from '#contracts/ticket/ticket.ts'
import { remote } from '#web/lib/call.ts'

/** The endpoints of this section. */

export const listTickets = remote<typeof ListTickets>('GET', '/api/tickets')
export const getTicket = remote<typeof GetTicket>('GET', '/api/tickets/:ticketId')
export const getTicketBrief = remote<typeof GetTicketBrief>('GET', '/api/tickets/:ticketId/brief')
export const makeTicketBrief = remote<typeof MakeTicketBrief>('POST', '/api/tickets/:ticketId/brief')
export const getTicketMemory = remote<typeof GetTicketMemory>('GET', '/api/tickets/:ticketId/memory')
export const createTicket = remote<typeof CreateTicket>('POST', '/api/tickets')
export const changeTicket = remote<typeof ChangeTicket>('PATCH', '/api/tickets/:ticketId')
export const moveTicket = remote<typeof MoveTicket>('POST', '/api/tickets/:ticketId/status')
export const takeTicket = remote<typeof TakeTicket>('POST', '/api/tickets/:ticketId/take')
export const assignTicket = remote<typeof AssignTicket>('POST', '/api/tickets/:ticketId/assignee')
export const deleteTicket = remote<typeof DeleteTicket>('DELETE', '/api/tickets/:ticketId')
export const sendTicketMessage = remote<typeof SendTicketMessage>('POST', '/api/tickets/:ticketId/messages')
export const handBackTicket = remote<typeof HandBackTicket>('POST', '/api/tickets/:ticketId/hand-back')
export const attendTicket = remote<typeof AttendTicket>('POST', '/api/tickets/:ticketId/presence')
export const createDemoTickets = remote<typeof CreateDemoTickets>('POST', '/api/tickets/demo')
export const deleteDemoTickets = remote<typeof DeleteDemoTickets>('DELETE', '/api/tickets/demo')
export const listMembers = remote<typeof ListMembers>('GET', '/api/members')
export const uploadFile = remote<typeof UploadFile>('POST', '/api/files')
