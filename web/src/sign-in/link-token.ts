/**
 * The token of a mail's link, from the address's fragment, which browsers send to no server. It stays in this tab under `key` while its
 * reader signs in: in the address of the sign-in page it would reach the server's log. Null without one.
 */
export function linkToken(key: 'segue_verify_email' | 'segue_invitation'): string | null {
  const token = location.hash.slice(1)
  try {
    if (token) sessionStorage.setItem(key, token)
    return token || sessionStorage.getItem(key)
  } catch {
    // Without storage the link is opened again after the sign-in.
    return token || null
  }
}
