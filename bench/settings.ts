import pg from 'pg'
import { getSettings, type SettingsChange, type SettingsView, saveSettings } from '#contracts/tenant/settings.ts'
import { idOf, SLUGS } from '#test/bulk-rows.ts'
import { summarize } from '#test/load/measurement.ts'
import { type BenchmarkRun, largestOf } from './benchmark-run.ts'
import type { Product } from './product-process.ts'
import { ms, rate } from './report.ts'

const LIMIT_MS = 30

/** Measures saves of a business's settings, one after the other, in turns with a plain UPDATE of the same row as the floor. */
export async function measureSettings(bench: BenchmarkRun, product: Product, cookie: string): Promise<void> {
  const { report, seconds } = bench
  const floor = new pg.Client({ connectionString: largestOf(bench).ownerUrl })
  await floor.connect()
  const saves: number[] = []
  const updates: number[] = []
  try {
    let { version } = await settingsRequest(product, cookie)
    const end = performance.now() + 2 * seconds * 1000
    while (performance.now() < end) {
      const description = `Sells bicycles, ${version} kinds of them.`
      await timed(saves, async () => {
        version = (await settingsRequest(product, cookie, { version, businessInfo: { description } })).version
      })
      await timed(updates, () =>
        floor.query(
          `UPDATE tenant SET business_info = business_info || jsonb_build_object('description', $2::text) WHERE id = $1`,
          [idOf(`tenant ${SLUGS.quiet}`), description],
        ),
      )
    }
  } finally {
    await floor.end()
  }
  const [saved, plain] = [summarize(saves, 2 * seconds), summarize(updates, 2 * seconds)]
  report.title('Settings saved, 1 client')
  report.head('', 'rate', 'p50', 'p95', 'of the floor')
  report.row('plain UPDATE (floor)', rate(plain.perSecond), ms(plain.p50), ms(plain.p95), '1.00 ×')
  report.row(
    'settings saved',
    ...[rate(saved.perSecond), ms(saved.p50), ms(saved.p95)],
    `${(saved.p50 / plain.p50).toFixed(2)} ×`,
  )
  report.judge({
    what: 'settings saved, p95',
    measured: ms(saved.p95),
    budget: `≤ ${LIMIT_MS} ms`,
    isMet: bench.isSmall ? null : saved.p95 <= LIMIT_MS,
  })
}

async function timed(durationsMs: number[], work: () => Promise<unknown>): Promise<void> {
  const began = performance.now()
  await work()
  durationsMs.push(performance.now() - began)
}

/** Reads the settings, or saves a change of them. */
async function settingsRequest({ url }: Product, cookie: string, change?: SettingsChange): Promise<SettingsView> {
  const { method, path } = change ? saveSettings : getSettings
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { cookie, 'content-type': 'application/json' },
    ...(change && { body: JSON.stringify(change) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as SettingsView
}
