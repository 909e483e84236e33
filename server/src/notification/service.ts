export { reopenMail } from './outbox-list.ts'
export { notifyOfReport, notifyOfWebhook } from './reports.ts'
export { markBounced } from './returned-mail.ts'
