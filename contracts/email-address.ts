/**
 * An e-mail address as forms accept it, and the only one the mailer sends to: a mailbox at a domain name. No quoted names and no literal
 * addresses (`a@[127.0.0.1]`), which hardly any mail system delivers.
 */
export const EMAIL_ADDRESS =
  /^[^\s\p{Cc}@<>"(),:;\\[\]]{1,64}@[^\s\p{Cc}@<>"(),:;\\[\]]+\.[^\s\p{Cc}@<>"(),:;\\[\].]{2,}$/u
