import { SLUGS } from '#test/bulk-rows.ts'
import type { Measurement } from '#test/load/measurement.ts'
import { type BenchmarkRun, largestOf, POOL_SIZE } from './benchmark-run.ts'
import { listRequest, sendMessageRequests } from './http-requests.ts'
import { signInAsOwner, startOnDatabase } from './product-process.ts'
import { ms, rate } from './report.ts'

const CLIENTS = 4

/** Measures the same list and the same message on databases of different sizes: the cost must not grow with other tenants' tickets. */
export async function measureByDatabaseSize(bench: BenchmarkRun): Promise<void> {
  const { report, databases } = bench
  report.title(`Databases of different sizes (${CLIENTS} clients)`)
  report.head('', 'list', 'p50', 'p95', 'send', 'p50', 'p95')
  const lists: Measurement[] = []
  for (const database of databases) {
    const product = await startOnDatabase(database, POOL_SIZE)
    try {
      const cookie = await signInAsOwner(product.url, SLUGS.quiet)
      const load = (requests: ReturnType<typeof sendMessageRequests>) =>
        bench.workers.load({
          clients: CLIENTS,
          seconds: bench.seconds,
          target: { kind: 'http', url: product.url, requests },
        })
      const list = await load([listRequest(cookie)])
      const send = await load(sendMessageRequests(database.size.guests, 'human'))
      lists.push(list)
      const tickets = `${database.size.tickets.toLocaleString('en')} tickets`
      report.row(
        tickets,
        rate(list.perSecond),
        ms(list.p50),
        ms(list.p95),
        rate(send.perSecond),
        ms(send.p50),
        ms(send.p95),
      )
    } finally {
      await product.stop()
    }
  }
  const [first, last] = [lists[0] as Measurement, lists.at(-1) as Measurement]
  const growth = last.p50 / first.p50
  const times = `${growth.toFixed(2)} times`
  const [from, to] = [databases[0]?.size.tickets, largestOf(bench).size.tickets].map((count) =>
    count?.toLocaleString('en'),
  )
  if (databases.length > 1)
    report.judge({
      what: `list's median, ${from} → ${to}`,
      measured: times,
      budget: '≤ 1.5 times',
      isMet: growth <= 1.5,
    })
}
