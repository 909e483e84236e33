export { apiKeyAuthenticator } from './authenticator.ts'
export { requireLastingMember } from './keys.ts'
