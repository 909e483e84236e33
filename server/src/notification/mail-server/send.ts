import type { MailServerRow } from '#server/notification/schema.ts'
import { type Mail, MailError } from '#server/platform/mail/mailer.ts'
import { type Platform, tenantOf } from '#server/platform/platform.ts'
import { sendByServer } from './connect.ts'
import { changeMailServer, findMailServer } from './queries.ts'
import { inTurn } from './turns.ts'

/** A server that failed is tried again after this time; meanwhile mails go through the platform's transport. */
const REST_MS = 5 * 60_000
/** A success is stored at most so often. */
const NOTED_MS = 60_000

/**
 * Sends a mail of a business: through its own server, and while that fails through the platform's transport, which the settings show.
 * A mail that the own server refuses for good is refused. Throws MailError.
 */
export async function sendMailOf(platform: Platform, server: MailServerRow | null, mail: Mail): Promise<void> {
  if (!server || isResting(platform, server)) return platform.mail.send(mail)
  return inTurn(platform, server.tenantId, async (hasWaited) => {
    const current = hasWaited ? await tenantOf(platform, server.tenantId).read(findMailServer) : server
    if (!current || isResting(platform, current)) return platform.mail.send(mail)
    return sendOver(platform, current, mail)
  })
}

const isResting = ({ clock }: Platform, { retryAt }: MailServerRow): boolean =>
  retryAt !== null && retryAt > clock.now()

async function sendOver(platform: Platform, server: MailServerRow, mail: Mail): Promise<void> {
  try {
    await sendByServer(platform, server, mail)
  } catch (error) {
    if (error instanceof MailError && error.permanent) throw error
    platform.log.warn({ err: error, tenantId: server.tenantId }, 'a mail server of a business failed')
    await noteFailure(platform, server, error)
    return platform.mail.send(mail)
  }
  const sinceNoted = platform.clock.now().getTime() - (server.lastSuccessAt?.getTime() ?? 0)
  if (server.failingSince || sinceNoted > NOTED_MS) await noteSuccess(platform, server)
}

/** Stores that the server does not take mails, with what it said. */
export async function noteFailure(platform: Platform, server: MailServerRow, error: unknown): Promise<void> {
  const now = platform.clock.now()
  const { fault, answer } = error instanceof MailError ? error : { fault: 'other' as const, answer: null }
  await tenantOf(platform, server.tenantId).tx((t) =>
    changeMailServer(t, {
      failingSince: server.failingSince ?? now,
      retryAt: new Date(now.getTime() + REST_MS),
      fault,
      answer,
    }),
  )
}

/** Stores that the server takes mails. */
export async function noteSuccess(platform: Platform, { tenantId }: MailServerRow): Promise<void> {
  const change = { failingSince: null, retryAt: null, fault: null, answer: null, lastSuccessAt: platform.clock.now() }
  await tenantOf(platform, tenantId).tx((t) => changeMailServer(t, change))
}
