/** Why a sign-up at the provider failed: `domain` where the provider does not accept this installation, else a sentence. */
export type ProviderFailure = { isDomain: true } | { isDomain: false; message: string }

const PAGE = 'segue-provider-page'
const FAILURE = 'segue-provider-failure'

/** The names of OpenID and OAuth for a client or an address that the provider does not know. */
const DOMAIN_ERRORS = ['unauthorized_client', 'invalid_client', 'redirect_uri_mismatch']
export const isDomainRefused = (error: string | null): boolean => error !== null && DOMAIN_ERRORS.includes(error)

/**
 * Keeps for this tab that a sign-up at the provider begins on this page, or that a sign-in begins, which returns to none. The page of a
 * sign-up names its paid checkout, so a failure must not lead elsewhere.
 */
export const rememberSignUpPage = (isSignUp: boolean): void =>
  inStorage((stored) => {
    if (isSignUp) stored.setItem(PAGE, location.pathname + location.search)
    else stored.removeItem(PAGE)
  })

/** Leads back to the sign-up, which shows the failure. False after a sign-in. */
export function returnToSignUp(failure: ProviderFailure): boolean {
  const page = inStorage((stored) => stored.getItem(PAGE))
  if (!page) return false
  inStorage((stored) => {
    stored.removeItem(PAGE)
    stored.setItem(FAILURE, JSON.stringify(failure))
  })
  location.replace(page)
  return true
}

/** The failure that led back to this page, once. */
export function takeFailure(): ProviderFailure | null {
  const found = inStorage((stored) => stored.getItem(FAILURE))
  inStorage((stored) => stored.removeItem(FAILURE))
  return found ? (JSON.parse(found) as ProviderFailure) : null
}

/** Undefined where the browser allows no storage: failures are then shown on the provider's return page. */
function inStorage<T>(use: (stored: Storage) => T): T | undefined {
  try {
    return use(sessionStorage)
  } catch {
    return undefined
  }
}
