export type OutgoingReason = 'bad_url' | 'refused_address' | 'dns' | 'timeout' | 'too_large' | 'redirects' | 'network'

const MESSAGES: Record<OutgoingReason, string> = {
  bad_url: 'This is not an address that can be called. Use http:// or https://, without user name, on a usual port.',
  refused_address: 'This address leads into a private network and is not called. Use a public address.',
  dns: 'No server was found under this name. Check the address.',
  timeout: 'The server did not answer in time. Try again later.',
  too_large: 'The answer is larger than what is taken. Use a smaller page or file.',
  redirects: 'The address passes the call on too often or to where it must not go. Use the final address.',
  network: 'The server could not be reached or broke off. Try again later.',
}

/** An outgoing call that failed. The message is for people; it holds nothing of the address, which may carry a key. */
export class OutgoingError extends Error {
  readonly reason: OutgoingReason

  constructor(reason: OutgoingReason, cause?: unknown) {
    super(MESSAGES[reason], { cause })
    this.name = 'OutgoingError'
    this.reason = reason
  }
}
