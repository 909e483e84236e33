import type { KeyObject } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client, Pool } from 'pg'
import { systemClock } from './clock.ts'
import { type Config, ConfigError } from './config.ts'
import { type DatabaseAddresses, databaseAddresses, SERVING_ROLE } from './db/addresses.ts'
import { createDatabase } from './db/database.ts'
import { startEmbeddedPostgres } from './db/embedded.ts'
import { assertRowSecurity, MIGRATIONS, migrateDatabase } from './db/migrate.ts'
import { observeStatements } from './db/observe-statements.ts'
import { type DatabaseWaits, WAITS } from './db/pool.ts'
import { createPools } from './db/pools.ts'
import { followChanges } from './db/replica/last-changes.ts'
import { MOST_BEHIND_MS } from './db/replica/replica.ts'
import { readSchemaSteps, type SchemaSteps, showSchema } from './db/schema-steps.ts'
import { limitRole } from './db/session-limits.ts'
import { assertNoTransaction } from './db/tenant.ts'
import { createDns } from './dns.ts'
import type { EventHandler } from './event.ts'
import { fileStore } from './files/store.ts'
import { filesFolder, placesOf } from './files/stores/places.ts'
import { type Outgoing, outgoing } from './http/outgoing.ts'
import type { Job, RecurringJob } from './jobs/job.ts'
import { createJobs, JOBS_CHANNEL } from './jobs/queue.ts'
import type { Bus } from './live/bus/bus.ts'
import { createNotifyBus } from './live/bus/notify-bus.ts'
import { FALLBACK_CHANNEL } from './live/bus/notify-fallback.ts'
import { createHub, type ReadReference } from './live/hub.ts'
import { LIVE_CHANNEL } from './live/packet.ts'
import { createLoad } from './load/load.ts'
import { measureTransactions, slowStatementObserver } from './load/measure.ts'
import { createLoadStore } from './load/store.ts'
import { createLog, type Log } from './log.ts'
import { emailJsMailer } from './mail/emailjs-mailer.ts'
import { fileMailer } from './mail/file-mailer.ts'
import type { Mailer } from './mail/mailer.ts'
import { smtpMailer } from './mail/smtp-mailer.ts'
import { createMetrics } from './metrics/metrics.ts'
import { createModels } from './models/gateway.ts'
import type { Models } from './models/model.ts'
import type { Platform } from './platform.ts'
import { createProcessStates, type GivenState } from './process-state.ts'
import { deriveKey } from './secrets/encrypt.ts'
import { fingerprintOf } from './secrets/fingerprint.ts'
import { masterKey } from './secrets/master-key.ts'
import { statementTracer, traceTransactions } from './tracing/database.ts'
import { openTracing, type Tracing } from './tracing/tracing.ts'

/** The parts that the domains register: jobs, recurring jobs, event handlers, and the reader of messages too long for a notification. */
export type DomainParts = {
  jobs: readonly Job<never>[]
  recurringJobs: readonly RecurringJob[]
  eventHandlers: (platform: Platform) => readonly EventHandler[]
  readReference: (platform: Platform) => ReadReference
}

/** Ports and limits that a test or a command replaces. */
export type Overrides = Partial<Pick<Platform, 'clock' | 'mail' | 'log' | 'http'>> & {
  /** Process state to use in place of what the domains would create. */
  states?: readonly GivenState[]
  /** The database is at this version already (a copy of a migrated template). */
  isMigrated?: boolean
  /** How long statements wait before a request is answered with 503; the product's own limits without it. */
  databaseWaits?: DatabaseWaits
}

export type RunningPlatform = { platform: Platform; close(): Promise<void> }

type Urls = DatabaseAddresses & { stop(): Promise<void> }

/**
 * Builds everything the domains use: database (started, migrated), jobs, live hub, ports. Closing ends them in the reverse order. Throws when the database cannot be reached or migrated,
 * and the signal's reason when that is aborted meanwhile; then nothing of it runs any more.
 */
export async function buildPlatform(
  config: Config,
  domains: DomainParts,
  overrides: Overrides = {},
  signal?: AbortSignal,
): Promise<RunningPlatform> {
  const log = overrides.log ?? createLog(config.logLevel)
  await mkdir(config.dataDir, { recursive: true })
  let isStarted = false
  const key = await masterKey({ dataDir: config.dataDir, fromEnv: config.masterKey })
  const waits = overrides.databaseWaits ?? WAITS
  const urls = await openDatabase({ config, key, log, signal, waits }, overrides.isMigrated ? null : domains.jobs)
  const clock = overrides.clock ?? systemClock
  const tracing = await openTracing(config, { log, onDropped: (count) => platform.metrics.droppedSpans(count) })
  const pools = createPools(urls, config, { log, waits, metrics: () => platform.metrics })
  const load = createLoad({ clock, log, store: createLoadStore({ query: (...given) => db.query(...given) }) })
  const observers = [...(tracing.isOn ? [statementTracer(tracing)] : []), slowStatementObserver(load)]
  for (const one of pools.all) observeStatements(one, observers)
  const bus = await busOf(config, await readSchemaSteps(MIGRATIONS), {
    ...{ pool: pools.pool, url: urls.directAppUrl, key, log },
    isStarted: () => isStarted,
  })
  const jobs = createJobs(urls, { log, bus, tracing, waits, isWorker: config.role !== 'web' })
  const made = createDatabase({ ...pools, bus, clock, jobs: jobs.writer })
  const db = measureTransactions(traceTransactions(made, tracing), load)
  const reader: { read: ReadReference } = { read: async () => null }
  const live = createHub({ bus, log, clock, readReference: () => reader.read })
  pools.replica?.follow(followChanges(live, MOST_BEHIND_MS))
  const platform: Platform = {
    config,
    baseUrl: config.baseUrl ?? `http://127.0.0.1:${config.port}`,
    log,
    clock,
    db,
    jobs,
    live,
    ...outsideOf(config, { log, tracing }, overrides),
    masterKey: key,
    metrics: createMetrics({ ...pools, streams: () => live.streams }),
    tracing,
    load,
    state: (state) => states.get(state),
  }
  const states = createProcessStates(() => platform, overrides.states)
  reader.read = domains.readReference(platform)
  db.react(domains.eventHandlers(platform))
  const close = async () => {
    try {
      await jobs.stop(8000)
      await live.stop()
      await states.close()
      await platform.mail.stop()
      await platform.http.stop()
      await platform.files.stop()
      await platform.models.stop()
      platform.metrics.stop()
      await load.stop()
      await pools.end()
      await tracing.stop()
    } finally {
      // Also where something before it could not be stopped: the database must not outlive the server.
      await urls.stop()
    }
  }
  try {
    await jobs.open(domains.jobs)
    await live.start()
    isStarted = true
    signal?.throwIfAborted()
  } catch (error) {
    await close().catch(() => undefined)
    throw error
  }
  return { platform, close }
}

type Outside = Pick<Platform, 'mail' | 'files' | 'http' | 'dns' | 'models'>

/** The ports to what is outside of this process and its database. */
function outsideOf(config: Config, { log, tracing }: { log: Log; tracing: Tracing }, overrides: Overrides): Outside {
  const http =
    overrides.http ?? outgoing({ log, tracing, assertNoTransaction: () => assertNoTransaction('An outgoing request') })
  return {
    mail: refuseInTransaction(overrides.mail ?? mailerOf(config, http)),
    files: fileStore({ incoming: join(filesFolder(config), 'incoming'), places: placesOf(config) }),
    http,
    dns: createDns({ servers: config.dnsServers, assertNoTransaction: () => assertNoTransaction('A DNS query') }),
    models: modelsOf(config, log, tracing),
  }
}

type BusParts = { pool: Pool; url: string; key: KeyObject; log: Log; isStarted(): boolean }

/** NOTIFY of the database, or a NATS server with NOTIFY in its place while it does not answer. */
async function busOf({ natsUrl }: Config, steps: SchemaSteps, { isStarted, key, ...parts }: BusParts): Promise<Bus> {
  const channels = [LIVE_CHANNEL, JOBS_CHANNEL, ...(natsUrl ? [FALLBACK_CHANNEL] : [])]
  const onConnect = (client: Client) =>
    showSchema(client, steps).catch((error: unknown) => {
      // It would go on working against tables that it does not know.
      if (error instanceof ConfigError && isStarted()) {
        parts.log.fatal(error.message)
        process.kill(process.pid, 'SIGTERM')
      }
      throw error
    })
  const notify = createNotifyBus({ ...parts, channels, onConnect })
  if (!natsUrl) return notify
  // Loaded here: its client takes 12 MB that a server without one does not need.
  const { createNatsBus, subjectOf } = await import('./live/bus/nats-bus.ts')
  const subject = () => subjectOf(parts.pool)
  return createNatsBus({ url: natsUrl, key: deriveKey(key, 'live bus'), log: parts.log, notify, subject })
}

/** The platform's transport: a mail server, else EmailJS, else files. */
function mailerOf({ smtpUrl, emailJs, mailFrom, dataDir }: Config, http: Outgoing): Mailer {
  if (smtpUrl) return smtpMailer({ target: { url: smtpUrl }, from: mailFrom })
  if (emailJs) return emailJsMailer({ ...emailJs, from: mailFrom, http })
  return fileMailer({ folder: join(dataDir, 'mail'), from: mailFrom })
}

/** Calls to this machine are allowed only where the operator configured it: for a gateway, or for tenants' servers (Ollama). */
function modelsOf(config: Config, log: Log, tracing: Tracing): Models {
  const noTransaction = () => assertNoTransaction('A model call')
  const clientFor = (client: 'gateway' | 'providers' | 'custom') =>
    outgoing({
      log,
      tracing,
      // Where the operator's own gateway is called; never for a business's server, which is none of the operator's.
      passesTrace: client === 'gateway',
      allowLoopback: client === 'gateway' || (client === 'custom' && config.allowLocalModels),
      assertNoTransaction: noTransaction,
      connections: 512,
      // The next question reuses the connection: a handshake takes as long as the rest of the work.
      keepMs: 30_000,
    })
  return createModels({
    log,
    http: clientFor(config.aiOrigin === null ? 'providers' : 'gateway'),
    customHttp: clientFor('custom'),
    origin: config.aiOrigin,
    tracing,
    assertNoTransaction: noTransaction,
  })
}

/** Sending mail uses the network, so that it must not happen while a transaction holds row locks. */
const refuseInTransaction = (mailer: Mailer): Mailer => ({
  ...mailer,
  send: (mail) => {
    assertNoTransaction('Sending mail')
    return mailer.send(mail)
  },
})

type Opening = { config: Config; key: KeyObject; log: Log; signal: AbortSignal | undefined; waits: DatabaseWaits }

async function openDatabase(opening: Opening, jobs: DomainParts['jobs'] | null): Promise<Urls> {
  const { config, key, log, signal, waits } = opening
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log: (line) => log.debug(line), signal })
  const stop = async () => embedded?.stop()
  try {
    signal?.throwIfAborted()
    const given = config.databaseAppUrl
    const password = deriveKey(key, 'serving role').toString('base64url')
    const role = given
      ? { name: decodeURIComponent(new URL(given).username), password: null }
      : { name: SERVING_ROLE, password }
    const addresses = databaseAddresses(config, config.databaseUrl ?? (embedded?.url as string), password)
    // Several processes may migrate at once: the second finds nothing to do.
    if (jobs) await migrateDatabase(addresses.ownerUrl, role, jobs, { keyFingerprint: fingerprintOf(key), log })
    if (addresses.isPooled) await limitRole(addresses.directAppUrl, waits)
    await assertRowSecurity(addresses.appUrl)
    return { ...addresses, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
