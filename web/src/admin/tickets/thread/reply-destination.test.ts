import { expect, it } from 'vitest'
import type { TicketView } from '#contracts/ticket/ticket.ts'
import { replyDestination } from './reply-destination.ts'

it('[C1] a reply to a blocked customer says before it is sent that no email goes out', () => {
  const ticket = { customerName: 'Jo', customerEmail: 'jo@example.com', source: 'desk', isDemo: false } as TicketView
  expect(replyDestination(ticket, true)).toBe('Jo is blocked: no email is sent')
  expect(replyDestination(ticket, false)).toBe('To Jo by email to jo@example.com')
})

it('[V3] a reply with copies says before it is sent who gets them', () => {
  const ticket = { customerName: 'Jo', customerEmail: 'jo@example.com', source: 'email', isDemo: false } as TicketView
  expect(replyDestination(ticket, false, ['ben@example.org', 'eve@example.net'])).toBe(
    'To Jo by email to jo@example.com, copy to ben@example.org, eve@example.net',
  )
})
