export { reopenMail } from './outbox-list.ts'
export { notifyOfReport } from './reports.ts'
