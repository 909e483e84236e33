import { setTimeout as wait } from 'node:timers/promises'
import type { ImapFlow } from 'imapflow'
import type { MailboxId, TenantId } from '#contracts/ids.ts'
import type { MailboxRow } from '#server/inbound-mail/schema.ts'
import type { RecurringJob } from '#server/platform/jobs/job.ts'
import { type Platform, tenantOf } from '#server/platform/platform.ts'
import { processState } from '#server/platform/process-state.ts'
import { openMailbox, toMailboxError } from './connect.ts'
import { fetchArrived, positionIn } from './fetch.ts'
import { endLease, findMailbox, takeLease, updateMailbox } from './queries.ts'

/** One process reads a mailbox for so long; it renews the lease in half of the time. */
const LEASE_MS = 60_000
/** The pauses before a mailbox that failed is tried again, the last for all further ones. */
const PAUSES_MS = [30_000, 60_000, 300_000, 900_000]
const MOST_MAILBOXES = 500

type Key = { tenantId: TenantId; id: MailboxId }

/** The mailboxes that this process reads. */
const watched = processState(
  'watched mailboxes',
  () => ({
    holder: crypto.randomUUID() as string,
    abort: new AbortController(),
    running: new Map<string, Promise<void>>(),
  }),
  async ({ abort, running }) => {
    abort.abort()
    await Promise.all(running.values())
  },
)

/** Begins to read the mailboxes that nobody reads. */
export const watchMailboxes: RecurringJob = {
  name: 'inbound-mail.watch',
  everySeconds: 15,
  run: async (platform) => {
    const idle = await platform.db.query<{ tenant_id: TenantId; mailbox_id: MailboxId }>(
      'SELECT tenant_id, mailbox_id FROM mailboxes_to_read($1, $2)',
      [platform.clock.now(), MOST_MAILBOXES],
    )
    for (const { tenant_id: tenantId, mailbox_id: id } of idle) watch(platform, { tenantId, id })
  },
}

function watch(platform: Platform, key: Key): void {
  const { running, holder, abort } = platform.state(watched)
  if (running.has(key.id) || abort.signal.aborted) return
  const reading = readMailbox(platform, key, { holder, signal: abort.signal })
    .catch((error: unknown) => platform.log.error({ err: error, mailboxId: key.id }, 'a mailbox could not be read'))
    .finally(() => running.delete(key.id))
  running.set(key.id, reading)
}

type Reader = { holder: string; signal: AbortSignal }

/** Reads a mailbox until it fails, is deleted, or the process stops. */
async function readMailbox(platform: Platform, { tenantId, id }: Key, { holder, signal }: Reader): Promise<void> {
  const tenant = tenantOf(platform, tenantId)
  const lease = () => tenant.tx((t) => takeLease(t, { id, holder, until: new Date(t.now.getTime() + LEASE_MS) }))
  const row = await lease()
  if (!row) return
  let client: ImapFlow | null = null
  try {
    client = await openMailbox(platform, row)
    await follow(platform, { client, row, lease, signal })
  } catch (error) {
    if (!signal.aborted) await noteFailure(platform, row, error)
  } finally {
    client?.close()
    await tenant.tx((t) => endLease(t, id, holder)).catch(() => undefined)
  }
}

type Followed = { client: ImapFlow; row: MailboxRow; lease: () => Promise<MailboxRow | null>; signal: AbortSignal }

/** Takes in what is there, then what arrives: the server reports it at once (IDLE, RFC 2177). */
async function follow(platform: Platform, { client, row, lease, signal }: Followed): Promise<void> {
  const arrivals = watchArrivals(client)
  const folder = await client.mailboxOpen(row.folder)
  let position = positionIn(folder, row)
  const tenant = tenantOf(platform, row.tenantId)
  await tenant.tx((t) => updateMailbox(t, row.id, position))
  do {
    arrivals.begin()
    position = await fetchArrived(platform, client, row, position)
    await noteSuccess(platform, row)
    await arrivals.wait(signal)
  } while (!signal.aborted && (await lease()))
}

/** Reports of the server that something arrived; one that comes while mails are fetched is not lost. */
function watchArrivals(client: ImapFlow): { begin(): void; wait(signal: AbortSignal): Promise<void> } {
  let arrived = Promise.withResolvers<void>()
  client.on('exists', () => arrived.resolve())
  return {
    begin: () => {
      arrived = Promise.withResolvers()
    },
    // Also ends when the lease is to be renewed, and when the connection does.
    wait: async (signal) => {
      const timer = new AbortController()
      const ends = AbortSignal.any([signal, timer.signal])
      const renewed = wait(LEASE_MS / 2, undefined, { signal: ends }).catch(() => undefined)
      await Promise.race([arrived.promise, client.idle(), renewed])
      timer.abort()
    },
  }
}

async function noteSuccess(platform: Platform, { tenantId, id }: MailboxRow): Promise<void> {
  await tenantOf(platform, tenantId).tx((t) =>
    updateMailbox(t, id, {
      failingSince: null,
      retryAt: null,
      failures: 0,
      lastSuccessAt: t.now,
    }),
  )
}

async function noteFailure(platform: Platform, { tenantId, id }: MailboxRow, error: unknown): Promise<void> {
  const { fault, answer } = toMailboxError(error)
  platform.log.warn({ err: error, tenantId, mailboxId: id }, 'a mailbox of a business cannot be read')
  await tenantOf(platform, tenantId).tx(async (t) => {
    const row = await findMailbox(t, id)
    if (!row) return
    const pause = PAUSES_MS[Math.min(row.failures, PAUSES_MS.length - 1)] as number
    await updateMailbox(t, id, {
      fault,
      answer,
      failures: row.failures + 1,
      lastFailureAt: t.now,
      failingSince: row.failingSince ?? t.now,
      retryAt: new Date(t.now.getTime() + pause),
    })
  })
}
