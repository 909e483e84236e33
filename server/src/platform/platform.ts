import type { KeyObject } from 'node:crypto'
import type { TenantId } from '#contracts/ids.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { Tx } from './db/tenant.ts'
import type { FileStore } from './files/store.ts'
import type { Outgoing } from './http/outgoing.ts'
import type { Jobs } from './jobs/queue.ts'
import type { Live } from './live/hub.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Models } from './models/model.ts'
import type { ProcessState } from './process-state.ts'

/** What the house runs on, built once by main.ts and handed down. It knows no domain. */
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
  /** The one way to AI models: keys and addresses come with each call. */
  models: Models
  /** Encrypts stored secrets and derives the serving role's password; never leaves the process. */
  masterKey: KeyObject
  metrics: Metrics
  /** State of a domain in this process's memory (process-state.ts). */
  state<T>(state: ProcessState<T>): T
}

/** One tenant as services take it: only an authenticated session, a portal address or a job's payload makes one. */
export type Tenant = {
  readonly id: TenantId
  readonly platform: Platform
  /** Opens a transaction that sees this tenant alone. */
  tx<T>(run: (t: Tx) => Promise<T>): Promise<T>
  /** The same for what only reads; the database refuses changes and row locks in it. */
  read<T>(run: (t: Tx) => Promise<T>): Promise<T>
}

export const tenantOf = (platform: Platform, id: TenantId): Tenant => ({
  id,
  platform,
  tx: (run) => platform.db.withTenant(id, run),
  read: (run) => platform.db.withTenant(id, run, 'read'),
})
