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
    breaks: 'members who are away are notified of a ticket of their team',
    file: 'server/src/notification/preference-queries.ts',
    find: "eq(member.availability, 'available'), ",
    replace: '',
    tests: ['server/src/notification/preferences.test.ts'],
  },
  {
    breaks: 'an unassigned ticket is reported to the requester',
    file: 'server/src/notification/notifications.ts',
    find: "event: 'unassigned', isDue: isNoDemo, recipientsOf: adminsOf",
    replace:
      "event: 'unassigned', isDue: isNoDemo, recipientsOf: async (_, { ticket }, one) => [requesterOf(ticket, one)]",
    tests: ['server/src/ticket/unassigned-escalation.test.ts'],
  },
  {
    breaks: 'a mail is given up after two attempts',
    file: 'server/src/platform/mail/outbox-job.ts',
    find: 'attempts: 21,',
    replace: 'attempts: 2,',
    tests: ['server/src/notification/outbox.test.ts'],
  },
  {
    breaks: 'a permanent failure is retried',
    file: 'server/src/notification/jobs.ts',
    find: 'const isFinal = isFinalFault(error)',
    replace: 'const isFinal = false',
    tests: ['server/src/notification/outbox.test.ts'],
  },
  {
    breaks: 'a mail goes to a blocked address',
    file: 'server/src/notification/mail-limit.ts',
    find: 'if (blocked.has(mailboxOf(row.to)))',
    replace: 'if (blocked.has(row.to))',
    tests: ['server/src/notification/preferences.test.ts'],
  },
  {
    breaks: 'a failing mail server of a business loses its mails',
    file: 'server/src/notification/mail-server/send.ts',
    find: 'await noteFailure(platform, server, error)\n    return platform.mail.send(mail)',
    replace: 'await noteFailure(platform, server, error)\n    return',
    tests: ['server/src/notification/mail-server/mail-server.test.ts'],
  },
  {
    breaks: 'after an outage a later mail of a ticket overtakes an earlier one',
    file: 'server/src/notification/jobs.ts',
    find: 'if (due.isOvertaking) await',
    replace: 'if (due.row.attempts < 0) await',
    tests: ['server/src/notification/smtp-outage.proof.test.ts'],
  },
  {
    breaks: 'a mail server that hangs holds the mails of every business',
    file: 'server/src/notification/mail-server/turns.ts',
    find: '  yieldSlot()\n  const all',
    replace: '  const all',
    tests: ['server/src/notification/mail-server/mail-server.test.ts'],
  },
  {
    breaks: 'the code for a telephone number may be guessed without end',
    file: 'server/src/notification/phone.ts',
    find: 'const GUESSES = 5',
    replace: 'const GUESSES = 5000',
    tests: ['server/src/notification/preferences.test.ts'],
  },
  {
    breaks: 'a stored mail password goes to another server',
    file: 'server/src/notification/mail-server/settings.ts',
    find: 'before?.host === change.host &&\n    before.port === change.port &&',
    replace: 'before?.host === change.host &&',
    tests: ['server/src/notification/mail-server/mail-server.test.ts'],
  },
  {
    breaks: 'a link that ends mails works unsigned',
    file: 'server/src/notification/unsubscribe.ts',
    find: 'if (!isValid || !ofTenant.success',
    replace: 'if (!ofTenant.success',
    tests: ['server/src/notification/preferences.test.ts'],
  },
  {
    breaks: 'without automatic mails to customers the team gets no alert of an escalated ticket either',
    file: 'server/src/notification/reactions.ts',
    find: "        await notify(sender, t, business, 'ticket_escalated', { ticket })\n        if (!business.tenant.support.autoResponse) return\n",
    replace:
      "        if (!business.tenant.support.autoResponse) return\n        await notify(sender, t, business, 'ticket_escalated', { ticket })\n",
    tests: ['server/src/ticket/unassigned-escalation.test.ts'],
  },
  {
    breaks: 'alerts of escalated tickets are sent though the business switched them off',
    file: 'server/src/notification/preferences.ts',
    find: "  escalation: 'escalationAlerts',\n  unassigned: 'escalationAlerts',\n",
    replace: "  escalation: 'escalationAlerts',\n",
    tests: ['server/src/ticket/unassigned-escalation.test.ts'],
  },
]
