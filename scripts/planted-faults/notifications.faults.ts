import type { PlantedFault } from './fault.ts'

export const faults: PlantedFault[] = [
  {
    breaks: 'a reply to a demo ticket is mailed',
    file: 'server/src/notification/notifications.ts',
    find: "!ticket.isDemo && message.visibility === 'public'",
    replace: "message.visibility === 'public' && ticket.number > 0",
    tests: ['server/src/notification/notification.test.ts'],
  },
  {
    breaks: 'an unassigned ticket is reported to the requester',
    file: 'server/src/notification/notifications.ts',
    find: 'ticket_unassigned: { isDue: isNoDemo, recipientsOf: adminsOf }',
    replace: 'ticket_unassigned: { isDue: isNoDemo, recipientsOf: async (_, { ticket }) => [requesterOf(ticket)] }',
    tests: ['server/src/ticket/unassigned-escalation.test.ts'],
  },
  {
    breaks: 'a mail is given up after two attempts',
    file: 'server/src/notification/jobs.ts',
    find: 'attempts: 21,',
    replace: 'attempts: 2,',
    tests: ['server/src/notification/outbox.test.ts'],
  },
  {
    breaks: 'a permanent failure is retried',
    file: 'server/src/notification/jobs.ts',
    find: 'const isFinal = error instanceof MailError && error.permanent',
    replace: 'const isFinal = false',
    tests: ['server/src/notification/outbox.test.ts'],
  },
]
