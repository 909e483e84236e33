import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/platform/config.ts'
import { startServer } from '#server/serve.ts'
import { SLUGS } from '#test/bulk-rows.ts'
import { type DatabaseUse, measureRequest } from '#test/database-use.ts'
import { type BenchmarkRun, largestOf } from './benchmark-run.ts'
import { createTicketRequest, listRequest, openTicketRequests, sendMessageRequests } from './http-requests.ts'
import type { HttpRequest } from './load.ts'
import { signInAsOwner } from './product-process.ts'

/** The most round trips of each operation, with its authentication (server/test/round-trips.test.ts has more of them). */
const MOST = { 'ticket list': 2, 'open a ticket': 3, 'create a ticket': 4, 'send a message': 3 }

/** Counts what the operations ask of the database, in a server of this process without jobs. It does not depend on the machine. */
export async function measureDatabaseUse(bench: BenchmarkRun): Promise<void> {
  const { report } = bench
  const { ownerUrl, appUrl, size } = largestOf(bench)
  const folder = await mkdtemp(join(tmpdir(), 'segue-bench-'))
  const server = await startServer(
    readConfig({
      PORT: '0',
      ROLE: 'web',
      DATA_DIR: folder,
      DATABASE_URL: ownerUrl,
      DATABASE_APP_URL: appUrl,
      MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      LOG_LEVEL: 'warn',
      DEMO: 'false',
    }),
  )
  try {
    const url = server.platform.baseUrl
    const cookie = await signInAsOwner(url, SLUGS.live)
    const requests: Record<keyof typeof MOST, HttpRequest> = {
      'ticket list': listRequest(cookie),
      'open a ticket': openTicketRequests(cookie, SLUGS.live)[0] as HttpRequest,
      'create a ticket': createTicketRequest(cookie),
      'send a message': sendMessageRequests(size.guests, 'human')[0] as HttpRequest,
    }
    report.title('What an operation asks of the database')
    report.head('', 'waits', 'statements', 'commits')
    for (const name of Object.keys(MOST) as (keyof typeof MOST)[]) {
      await send(url, requests[name])
      judge(bench, name, await measureRequest(() => send(url, requests[name])))
    }
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function judge({ report }: BenchmarkRun, name: keyof typeof MOST, use: DatabaseUse): void {
  const { roundTrips, statements, commits } = use
  report.row(name, String(roundTrips), String(statements), String(commits))
  const measured = String(roundTrips)
  report.judge({ what: `${name}, round trips`, measured, budget: `≤ ${MOST[name]}`, isMet: roundTrips <= MOST[name] })
}

async function send(url: string, { method, path, headers, body }: HttpRequest): Promise<void> {
  const sent = body?.replaceAll('{uuid}', () => crypto.randomUUID())
  const response = await fetch(`${url}${path}`, { method, headers, ...(sent ? { body: sent } : {}) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
}
