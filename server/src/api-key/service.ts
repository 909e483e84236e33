export { apiKeyAuthenticator } from './authenticator.ts'
