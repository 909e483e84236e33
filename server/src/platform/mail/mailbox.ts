/** Providers whose addresses ignore dots. */
const DOTLESS = ['gmail.com', 'googlemail.com']

/**
 * The mailbox of an address, for counting: without capitals and `+tags`, and without dots where the provider ignores them, so that
 * spellings of one mailbox share a limit.
 */
export function mailboxOf(address: string): string {
  const [local = '', domain = ''] = address
    .trim()
    .toLowerCase()
    .split(/@(?=[^@]*$)/)
  const name = local.split('+')[0] || local
  return DOTLESS.includes(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
