import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Language } from '#contracts/languages.ts'
import { buildApp } from './app.ts'
import { allRoutes, authenticatorsOf, domainParts } from './domains.ts'
import { hasSessionCookie, recordDenial } from './identity/service.ts'
import { readMailboxStates } from './inbound-mail/service.ts'
import { createHelpPages } from './knowledge/help-pages/page.ts'
import { buildPlatform, type Overrides, type RunningPlatform } from './platform/build.ts'
import type { Config } from './platform/config.ts'
import { AppError } from './platform/errors.ts'
import { type RunningRequests, watchRequests } from './platform/http/requests.ts'
import { startRecurringJobs } from './platform/jobs/recurring-jobs.ts'
import { mergeMetrics } from './platform/metrics/metrics.ts'
import { type Platform, tenantOf } from './platform/platform.ts'
import type { ProcessMetrics } from './platform/processes/messages.ts'
import type { Health } from './platform/route/health.ts'
import { createLandingPage } from './signup/landing-page.ts'
import { createPortalFrame } from './tenant/portal-frame.ts'
import { portalOf } from './tenant/routes.ts'
import { portalSlugOf, reportFlood, servedHost } from './tenant/service.ts'
import { findWidgetConfig } from './tenant/widget.ts'
import { usualReplyMinutes } from './ticket/ticket-counts.ts'

export type Server = {
  platform: Platform
  app: FastifyInstance
  /** Stops in order: no new requests, streams closed, running requests and jobs finished, then the database. */
  stop(): Promise<void>
}

/** What belongs to a start besides the server itself. */
export type Startup = {
  /** Ends the start between its steps: whatever runs already is stopped, and the signal's reason thrown. */
  signal?: AbortSignal
  /** Runs before the first request is accepted: what it creates is there for every visitor. */
  prepare?(platform: Platform): Promise<void>
  /** The other processes that serve with this one; none without it. */
  others?: Others
  /** Whether this server accepts connections; true without it. One that runs jobs among other processes does not. */
  isListening?: boolean
  /** Runs when the address is known; `/readyz` is true only afterwards. */
  announce?(platform: Platform): Promise<void>
}

/** The processes of one group, this one included. */
export type Others = { areAllReady(): boolean; collectMetrics(): Promise<ProcessMetrics[]> }

type Query = Record<string, unknown> | undefined

/** Builds and starts a whole node on a configuration: the product, as `npm start` and the tests run it. */
export async function startServer(config: Config, overrides: Overrides = {}, startup: Startup = {}): Promise<Server> {
  const built = await buildPlatform(config, domainParts, overrides, startup.signal)
  const { platform } = built
  let end = built.close
  let isReady = false
  try {
    await startup.prepare?.(platform)
    startup.signal?.throwIfAborted()
    platform.jobs.onLate((tenantId) => void reportFlood(tenantOf(platform, tenantId), 'share'))
    const app = await buildApp(platform, {
      authenticators: authenticatorsOf(platform),
      routes: allRoutes,
      recordDenial: (denial) => recordDenial(platform, denial),
      reportFlood,
      portalFrame: createPortalFrame(platform, pagesOf(platform)),
      helpPages: createHelpPages(platform, pagesOf(platform)),
      landingPage: createLandingPage(platform),
      findServedHost: (host) => servedHost(platform, host),
      health: healthOf(platform, () => isReady, startup.others),
    })
    const requests = watchRequests(app.server)
    let stopRecurringJobs = (): void => undefined
    const isListening = startup.isListening ?? true
    end = () => {
      const noticedMs = isReady && isListening && platform.config.trustProxy !== false ? NOTICED_MS : 0
      isReady = false
      return stop(built, app, requests, { stopRecurringJobs, noticedMs })
    }
    if (isListening) await listen(app, platform)
    stopRecurringJobs = await startJobs(platform)
    await startup.announce?.(platform)
    isReady = true
    void reportUnusableFiles(platform, () => isReady)
    return { platform, app, stop: end }
  } catch (error) {
    await end()
    throw error
  }
}

/** A key that no file has. */
const NO_FILE = '0'.repeat(32)

/** Says in the log that the file store cannot be used, a wrong bucket for example, before the first upload fails by it. */
const reportUnusableFiles = ({ files, log }: Platform, isRunning: () => boolean): Promise<void> =>
  files.open(NO_FILE).then(
    ({ stream }) => void stream.destroy(),
    (error: unknown) => {
      if ((error instanceof AppError && error.code === 'not_found') || !isRunning()) return
      log.warn({ err: error }, 'the file store cannot be used: uploads and downloads fail until it can')
    },
  )

const healthOf = (platform: Platform, isReady: () => boolean, others: Others | undefined): Health => ({
  isReady: () => isReady() && (others?.areAllReady() ?? true),
  metrics: others && (async () => mergeMetrics(await others.collectMetrics())),
  details: async () => ({ mailboxes: await readMailboxStates(platform) }),
})

/** What the customers' pages need of the domains. */
const pagesOf = (platform: Platform) => ({
  portalView: (slug: string, language: Language) =>
    portalOf(platform, { slug, language }, (tenant) => tenant.readStale(usualReplyMinutes)),
  slugOf: (request: FastifyRequest) => {
    const asked = (request.params as Query)?.tenant ?? (request.query as Query)?.tenant
    return portalSlugOf(platform, {
      ...(typeof asked === 'string' ? { query: asked } : {}),
      host: request.hostname,
    })
  },
  hasSession: (request: FastifyRequest) => hasSessionCookie(platform, request),
  widgetConfig: (request: Parameters<typeof findWidgetConfig>[1]) => findWidgetConfig(platform, request),
})

async function listen(app: FastifyInstance, platform: Platform): Promise<void> {
  const { port: wanted, host } = platform.config
  await app
    .listen({ port: wanted, host, listenTextResolver: (address) => `listening at ${address}` })
    .catch((error: Error) => {
      if (!('code' in error) || error.code !== 'EADDRINUSE') throw error
      throw new Error(`Port ${wanted} is used by another program. End it, or set PORT to another number.`, {
        cause: error,
      })
    })
  const { port } = app.server.address() as AddressInfo
  if (!platform.config.baseUrl)
    platform.baseUrl = `http://${platform.config.host === '0.0.0.0' ? 'localhost' : platform.config.host}:${port}`
}

async function startJobs(platform: Platform): Promise<() => void> {
  if (platform.config.role === 'web') return () => undefined
  await platform.jobs.work(platform)
  return startRecurringJobs(platform, domainParts.recurringJobs)
}

/** How long running requests may take to finish. */
const GRACE_MS = 5000
/** Until a proxy that asks every two seconds has heard twice that this node is not ready any more; until then it sends requests here. */
const NOTICED_MS = 5000

async function stop(
  { platform, close }: RunningPlatform,
  app: FastifyInstance,
  requests: RunningRequests,
  { stopRecurringJobs, noticedMs }: { stopRecurringJobs: () => void; noticedMs: number },
): Promise<void> {
  try {
    stopRecurringJobs()
    requests.closeAfterReplies()
    await sleep(noticedMs)
    // Streams never finish by themselves; browsers reconnect, and are led to another node by now.
    await platform.live.endStreams()
    const closed = app.close()
    await requests.finished(GRACE_MS)
    // Browsers open connections in advance that carry no request; the server counts them as busy and would wait for them.
    app.server.closeAllConnections()
    await closed
  } finally {
    await close()
  }
}
