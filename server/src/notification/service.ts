export { confirmMail, hadAutomaticMail, mailAnswer } from './automatic-replies.ts'
export { reopenMail } from './outbox-list.ts'
export { notifyOfReport, notifyOfWebhook } from './reports.ts'
export { findTicketOfOwnMail, markBounced } from './returned-mail.ts'
