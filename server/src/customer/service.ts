export { upsertClaimedCustomer, upsertCustomerByEmail, verifyEmail } from './commands.ts'
export { guestAuthenticator } from './guest-session.ts'
export { deleteCustomer, lockGuest } from './queries.ts'
export { findGuest, getCustomer } from './reads.ts'
