import type { KeyObject } from 'node:crypto'
import type { TenantId } from '#contracts/ids.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { Tx } from './db/tenant.ts'
import type { Dns } from './dns.ts'
import type { FileStore } from './files/store.ts'
import type { Outgoing } from './http/outgoing.ts'
import type { Jobs } from './jobs/queue.ts'
import type { Live } from './live/hub.ts'
import type { Load } from './load/load.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Models } from './models/model.ts'
import type { ProcessState } from './process-state.ts'
import type { Tracing } from './tracing/tracing.ts'

/** The infrastructure every domain uses, built once at start and passed down. It depends on no domain. */
export type Platform = {
  config: Config
  /** Public address without a trailing slash. */
  baseUrl: string
  log: Log
  clock: Clock
  db: Database
  jobs: Jobs
  live: Live
  mail: Mailer
  files: FileStore
  http: Outgoing
  dns: Dns
  /** The only access to AI models; each call brings its key and address. */
  models: Models
  /** Encrypts stored secrets and derives the serving role's password; never leaves the process. */
  masterKey: KeyObject
  metrics: Metrics
  tracing: Tracing
  /** Counts what each business uses, for the platform owner. */
  load: Load
  /** State of a domain in this process's memory (process-state.ts). */
  state<T>(state: ProcessState<T>): T
}

/** A tenant as services receive it. Only an authenticated session, a portal address or a job's payload creates one. */
export type Tenant = {
  readonly id: TenantId
  readonly platform: Platform
  /** Opens a transaction that sees this tenant alone. */
  tx<T>(run: (t: Tx) => Promise<T>): Promise<T>
  /** Opens a read-only transaction: the database refuses changes and row locks in it. */
  read<T>(run: (t: Tx) => Promise<T>): Promise<T>
  /**
   * The same for what may be some seconds old, except what the reader has changed: it may run on a replica, and twice. Not for what somebody
   * decides by, such as a right.
   */
  readStale<T>(run: (t: Tx) => Promise<T>): Promise<T>
}

export const tenantOf = (platform: Platform, id: TenantId): Tenant => ({
  id,
  platform,
  tx: (run) => platform.db.withTenant(id, run),
  read: (run) => platform.db.withTenant(id, run, 'read'),
  readStale: (run) => platform.db.withTenant(id, run, 'stale'),
})
