import { SLUGS } from '#test/bulk-rows.ts'
import { type BenchmarkRun, largestOf, POOL_SIZE } from './benchmark-run.ts'
import { signInAsOwner, startOnDatabase } from './product-process.ts'
import { ms } from './report.ts'

/** Requests of the dashboard of a business with 100,000 tickets and 1,000,000 messages, with the limit of their p95. */
const REQUESTS: readonly [name: string, path: string, limitMs: number][] = [
  ['list', '/api/tickets', 100],
  ['list, open and urgent', '/api/tickets?statuses=open&priorities=urgent', 100],
  ['list, low priority', '/api/tickets?priorities=low', 100],
  ['list, mine', '/api/tickets?assignees=me', 100],
  ['list, unassigned', '/api/tickets?assignees=none', 100],
  [
    'list, five parts of the filter',
    '/api/tickets?statuses=open&statuses=waiting&channels=form&ratings=none&createdWithinDays=30&unread=yes',
    100,
  ],
  ['list, a combination that few tickets have', '/api/tickets?statuses=waiting&priorities=urgent&ratings=1', 100],
  ['list, a source of the link that no ticket has', '/api/tickets?utmSources=newsletter', 100],
  ['list, a combination that no ticket has', '/api/tickets?statuses=open&ratings=1&channels=chat', 100],
  ['search, one ticket', '/api/tickets?words=order%2077777', 100],
  ['search, all tickets', '/api/tickets?words=order', 100],
  ['search, two letters', '/api/tickets?words=or', 100],
  ['search, three words of messages', '/api/tickets?words=return%20battery%20receipt', 100],
  ['search, a word with a slip', '/api/tickets?words=ordre', 100],
  ['search, part of an e-mail', '/api/tickets?words=customer777%40exam', 100],
  ['search, all tickets, few of the status', '/api/tickets?words=order&statuses=open&priorities=urgent&ratings=1', 100],
  ['search, nothing', '/api/tickets?words=zzqxv', 100],
  ['palette, all tickets', '/api/search?words=order', 100],
  ['palette, three words of messages', '/api/search?words=return%20battery%20receipt', 100],
  ['palette, a word with a slip', '/api/search?words=ordre', 100],
  ['counters', '/api/tickets/counters', 50],
  ['counters of twenty saved views', '/api/ticket-views', 50],
  ['analytics of a year', '/api/reports/tickets?last=365', 300],
  ['analytics of a year, by category', '/api/reports/tickets/by?last=365&dimension=category', 300],
  ['analytics of a year, by source of the link', '/api/reports/tickets/by?last=365&dimension=link', 300],
  ['analytics of a year, by agent', '/api/reports/tickets/by?last=365&dimension=agent', 300],
  ['analytics of a year, AI', '/api/reports/assistant?last=365', 300],
]

/**
 * Measures them one client after the other, as the limits are meant, and with four at once. The floor of each is the product's
 * reply to a signed-in session, which reads no ticket.
 */
export async function measureLargeTenant(bench: BenchmarkRun): Promise<void> {
  const database = largestOf(bench)
  if (database.size.largeTickets === 0) return
  const { report } = bench
  const product = await startOnDatabase(database, POOL_SIZE)
  try {
    const cookie = await signInAsOwner(product.url, SLUGS.large)
    await saveViews(product.url, cookie)
    const measure = (path: string, clients: number) => {
      const request = { method: 'GET' as const, path, headers: { cookie } }
      return bench.workers.load({
        clients,
        seconds: bench.seconds,
        target: { kind: 'http', url: product.url, requests: [request] },
      })
    }
    report.title(`One business with ${database.size.largeTickets.toLocaleString('en')} tickets, ten messages each`)
    report.head('', 'p50', 'p95', '4 at once', 'p95', '× floor')
    const floor = await measure('/api/session', 1)
    report.row('floor: who is signed in', ms(floor.p50), ms(floor.p95))
    for (const [name, path, limitMs] of REQUESTS) {
      const [one, four] = [await measure(path, 1), await measure(path, 4)]
      report.row(name, ms(one.p50), ms(one.p95), ms(four.p50), ms(four.p95), (one.p50 / floor.p50).toFixed(1))
      report.judge({
        what: `100,000 tickets: ${name}, p95`,
        measured: one.failed + four.failed > 0 ? 'requests failed' : ms(one.p95),
        budget: `≤ ${limitMs} ms`,
        isMet: one.failed + four.failed === 0 && one.p95 <= limitMs,
      })
    }
  } finally {
    await product.stop()
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
