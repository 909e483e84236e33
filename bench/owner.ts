import pg from 'pg'
import { emailOf, idOf, SLUGS } from '#test/bulk-rows.ts'
import type { Measurement } from '#test/load/measurement.ts'
import { type BenchmarkRun, largestOf, POOL_SIZE } from './benchmark-run.ts'
import { signInAsOwner, startOnDatabase } from './product-process.ts'
import { ms, percent } from './report.ts'

/** Businesses that the platform owner looks at, with the tickets of the seed among them. */
const BUSINESSES = 10_000
const LIMIT_MS = 200
/** The share of the plain SQL's rate that a request reaches at least. */
const OF_SQL = 0.4

/** The plain statement beside a request reads the same kept sums in one scan. */
const OPERATIONS = [
  {
    name: 'overview',
    path: '/api/owner/stats',
    text: 'SELECT count(*), sum(members), sum(tickets), sum(open_tickets), sum(chats) FROM tenant_overview() WHERE NOT is_demo',
  },
  {
    name: 'matrix, first page',
    path: '/api/owner/tenants?sort=tickets',
    text: 'SELECT * FROM tenant_overview() ORDER BY tickets DESC, tenant_id DESC LIMIT 51',
  },
  {
    name: 'matrix, search',
    path: '/api/owner/tenants?search=bench-77',
    text: `SELECT * FROM tenant_overview() WHERE name ILIKE '%bench-77%' OR slug ILIKE '%bench-77%' ORDER BY activity_at DESC LIMIT 51`,
  },
] as const

/** Measures the platform owner's figures over 10,000 businesses, compared with plain SQL over the same kept sums. */
export async function measureOwner(bench: BenchmarkRun): Promise<void> {
  const { report } = bench
  const database = largestOf(bench)
  await asPlatformOwner(database.ownerUrl, async () => {
    const product = await startOnDatabase(database, POOL_SIZE)
    try {
      const cookie = await signInAsOwner(product.url, SLUGS.quiet)
      const { tenants, tickets } = await readFigures(product.url, cookie)
      report.title(
        `The platform owner's figures, ${tenants.toLocaleString('en')} businesses, ${tickets.toLocaleString('en')} tickets`,
      )
      report.head('', 'HTTP p50', 'p95', 'SQL p50', 'p95', 'of SQL')
      for (const { name, path, text } of OPERATIONS) {
        const at = { clients: 1, seconds: bench.seconds }
        const requests = [{ method: 'GET' as const, path, headers: { cookie } }]
        const sql = { url: database.appUrl, poolSize: 1, tenantId: idOf(`tenant ${SLUGS.quiet}`) }
        const [http, plain] = (await bench.workers.loads([
          { ...at, target: { kind: 'http', url: product.url, requests } },
          { ...at, target: { kind: 'sql', ...sql, statements: [{ text, values: [] }] } },
        ])) as [Measurement, Measurement]
        const ofSql = http.perSecond / plain.perSecond
        report.row(name, ms(http.p50), ms(http.p95), ms(plain.p50), ms(plain.p95), percent(ofSql))
        judge(bench, name, http, ofSql)
      }
    } finally {
      await product.stop()
    }
  })
}

function judge({ report, isSmall }: BenchmarkRun, name: string, http: Measurement, ofSql: number): void {
  const what = `platform owner, ${name}`
  const isMet = (fits: boolean) => (isSmall ? null : fits)
  if (http.failed > 0)
    report.judge({ what: `${what}, failed`, measured: String(http.failed), budget: '0', isMet: false })
  report.judge({
    what: `${what}, p95`,
    measured: ms(http.p95),
    budget: `≤ ${LIMIT_MS} ms`,
    isMet: isMet(http.p95 <= LIMIT_MS),
  })
  report.judge({
    what: `${what}, of plain SQL`,
    measured: percent(ofSql),
    budget: `≥ ${percent(OF_SQL)}`,
    isMet: isMet(ofSql >= OF_SQL),
  })
}

const readFigures = async (url: string, cookie: string): Promise<{ tenants: number; tickets: number }> =>
  (await fetch(`${url}/api/owner/stats`, { headers: { cookie } })).json() as Promise<{
    tenants: number
    tickets: number
  }>

/** Adds businesses without tickets up to the number, and makes an account of the seed the platform owner for as long as `run` takes. */
async function asPlatformOwner(url: string, run: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const setRole = (role: string | null) =>
    client.query('UPDATE auth."user" SET platform_role = $1 WHERE email = $2', [role, emailOf(SLUGS.quiet)])
  try {
    await client.query(ADD_BUSINESSES, [SLUGS.quiet, BUSINESSES])
    // The seed is written with triggers off.
    await client.query('SELECT recount_tenants()')
    await client.query('VACUUM (ANALYZE) tenant_tally')
    await setRole('super-admin')
    await run()
  } finally {
    await setRole(null)
    await client.end()
  }
}

const ADD_BUSINESSES = `
  INSERT INTO tenant (id, slug, name, business_info, branding, ai_settings, customer_experience)
  SELECT gen_random_uuid(), 'quiet-' || n, 'Quiet business ' || n, t.business_info, t.branding, t.ai_settings, t.customer_experience
  FROM tenant t, generate_series(1, $2::int - (SELECT count(*)::int FROM tenant)) n WHERE t.slug = $1`
