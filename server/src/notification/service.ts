export { reopenMail } from './outbox-list.ts'
