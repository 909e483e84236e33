export { insertDefaultLinks } from './customer-links.ts'
export { findOnboarding, insertOnboarding } from './queries.ts'
