export { reopenMail } from './outbox-list.ts'
export { notifyOfReport } from './reports.ts'
export { markBounced } from './returned-mail.ts'
