export { upsertClaimedCustomer, upsertCustomerByEmail } from './commands.ts'
export { guestAuthenticator } from './guest-session.ts'
export { findGuest, getCustomer } from './reads.ts'
