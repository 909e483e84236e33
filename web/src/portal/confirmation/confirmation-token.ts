const FRAGMENT = /^#confirm=(.+)$/

/** The token of a mail's link, from the page's address; null without one. */
export const confirmationToken = (): string | null => FRAGMENT.exec(location.hash)?.[1] ?? null

/** Removes the token from the page's address, so that neither a reload nor a copied address has it. */
export const forgetToken = (): void => history.replaceState(history.state, '', `${location.pathname}${location.search}`)
