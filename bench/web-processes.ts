import { divideConnections } from '#server/platform/processes/connections.ts'
import { SLUGS } from '#test/bulk-rows.ts'
import type { Measurement } from '#test/load/measurement.ts'
import { memoryOf } from '#test/process-use.ts'
import { type BenchmarkRun, largestOf, POOL_SIZE } from './benchmark-run.ts'
import { listRequest, sendMessageRequests } from './http-requests.ts'
import { type Product, signInAsOwner, startOnDatabase } from './product-process.ts'
import { mb, ms, rate } from './report.ts'

/** Web processes that are compared. From two on, jobs run in one more. */
const COUNTS = [1, 2]

/** Measures list and send with one and with two web processes on the same database. */
export async function measureWebProcesses(bench: BenchmarkRun): Promise<void> {
  const { report } = bench
  report.title('Web processes (WEB_PROCESSES)')
  report.head('', 'HTTP', 'p50', 'p95', 'PSS')
  for (const count of COUNTS) {
    const { pool } = divideConnections(count === 1 ? 1 : count + 1, POOL_SIZE)
    const product = await startOnDatabase(largestOf(bench), pool, { WEB_PROCESSES: String(count) })
    try {
      await measureProduct(bench, product, count)
    } finally {
      await product.stop()
    }
  }
  report.note(
    '  Clients and database use the same cores: what a second web process adds shows on a machine with more of them.',
  )
}

async function measureProduct(bench: BenchmarkRun, product: Product, count: number): Promise<void> {
  const { report, workers } = bench
  const cookie = await signInAsOwner(product.url, SLUGS.quiet)
  const operations = [
    { name: 'ticket list, 100 rows', requests: [listRequest(cookie)] },
    { name: 'send a message', requests: sendMessageRequests(largestOf(bench).size.guests, 'human') },
  ]
  for (const { name, requests } of operations) {
    for (const clients of bench.clients) {
      const target = { kind: 'http', url: product.url, requests } as const
      const [http] = (await workers.loads([{ clients, seconds: bench.seconds, target }])) as [Measurement]
      const memory = memoryOf(product.pid)
      report.row(
        `${name}, ${clients} clients, ${count} web`,
        ...[rate(http.perSecond), ms(http.p50), ms(http.p95), memory ? mb(memory.proportional) : '-'],
      )
      if (http.failed > 0) report.note(`  ${http.failed} requests failed`)
    }
  }
}
