import { SLUGS } from '#test/bulk-rows.ts'
import { type BenchmarkRun, largestOf, POOL_SIZE } from './benchmark-run.ts'
import { listRequest, sendMessageRequests } from './http-requests.ts'
import type { Measurement } from './measurement.ts'
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
      if (database.size.largeTickets > 0) await measureLargeTenant(bench, product.url)
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

/** Measures the ticket list of a tenant with 100,000 tickets. */
async function measureLargeTenant(bench: BenchmarkRun, url: string): Promise<void> {
  const cookie = await signInAsOwner(url, SLUGS.large)
  await saveViews(url, cookie)
  const queries = {
    list: '',
    'list, open and urgent': '?statuses=open&priorities=urgent',
    'list, low priority': '?priorities=low',
    'list, mine': '?assignees=me',
    'list, unassigned': '?assignees=none',
    'list, five parts of the filter':
      '?statuses=open&statuses=waiting&channels=form&ratings=none&createdWithinDays=30&unread=yes',
    'search, one hit': '?words=order%2077777',
    'search, all hit': '?words=order',
    counters: '/counters',
  }
  const paths = {
    ...Object.fromEntries(Object.entries(queries).map(([name, query]) => [name, `/api/tickets${query}`])),
    'counters of twenty saved views': '/api/ticket-views',
    'analytics of a year': '/api/reports/tickets?last=365',
    'analytics of a year, by category': '/api/reports/tickets/by?last=365&dimension=category',
    'analytics of a year, AI': '/api/reports/assistant?last=365',
  }
  for (const [name, path] of Object.entries(paths)) {
    const request = { method: 'GET' as const, path, headers: { cookie } }
    const target = { kind: 'http' as const, url, requests: [request] }
    const { perSecond, p50, p95 } = await bench.workers.load({ clients: CLIENTS, seconds: bench.seconds, target })
    bench.report.row(`  one business with 100,000: ${name}`, rate(perSecond), ms(p50), ms(p95))
  }
}

/** Twenty shared views, as a business with many teams has. */
async function saveViews(url: string, cookie: string): Promise<void> {
  const filters = [
    { statuses: ['open'] },
    { assignees: ['me'] },
    { priorities: ['high', 'urgent'], channels: ['form'] },
    { statuses: ['resolved'], ratings: ['1', '2'] },
  ]
  for (let n = 0; n < 20; n += 1) {
    const body = { id: crypto.randomUUID(), name: `View ${n}`, audience: 'shared', filter: filters[n % 4] }
    const headers = { cookie, origin: url, 'content-type': 'application/json' }
    const saved = await fetch(`${url}/api/ticket-views`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!saved.ok) throw new Error(`view: ${saved.status} ${await saved.text()}`)
  }
}
