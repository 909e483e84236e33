import type { Mail, Mailer } from '#server/platform/mail/mailer.ts'

/** Mails of the accounts' own domain, as a test receives them. */
export function mailbox() {
  const mails: Mail[] = []
  const mailer: Mailer = {
    kind: 'smtp',
    send: async (mail) => {
      mails.push(mail)
    },
    stop: async () => undefined,
  }
  return {
    mailer,
    mails,
    to: (email: string) => mails.filter((one) => one.to === email),
    /** The token of the newest link to a page that was mailed to an address; waits for the mail. */
    async linkTo(email: string, page: 'verify-email' | 'reset-password'): Promise<string> {
      const find = () =>
        mails
          .filter((one) => one.to === email)
          .flatMap((one) => new RegExp(`/${page}#([\\w-]{43})`).exec(one.text)?.[1] ?? [])
          .at(-1)
      while (find() === undefined) await new Promise((resolve) => setTimeout(resolve, 10))
      return find() as string
    },
  }
}
