import { SLUGS, TICKETS_PER_TENANT } from '#test/bulk-rows.ts'
import { type BenchmarkRun, largestOf, POOL_SIZE } from './benchmark-run.ts'
import { openCluster } from './cluster.ts'
import { measureConstantRate, waitUntilIdle } from './constant-rate.ts'
import { measureByDatabaseSize } from './database-sizes.ts'
import { measureDatabaseUse } from './database-use.ts'
import { measureAnswers, measureDelivery } from './delivery.ts'
import { measureDocuments } from './documents.ts'
import { measureHelpPages } from './help-pages.ts'
import { measureLargeTenant } from './large-tenant.ts'
import { measureInBrowser } from './large-tenant-browser.ts'
import { measureLargeTenantChanges } from './large-tenant-changes.ts'
import { startWorkers } from './load-workers.ts'
import { measureMailIn } from './mail-in.ts'
import { measureModels } from './models.ts'
import { measureOperations } from './operations.ts'
import { measureOwner } from './owner.ts'
import { signInAsOwner, startOnDatabase } from './product-process.ts'
import { createReport, printVerdicts } from './report.ts'
import type { SEEDS } from './seed-sizes.ts'
import { measureSettings } from './settings.ts'
import { measureSignIns } from './sign-ins.ts'
import { measureStartup } from './startup.ts'
import { measureWebProcesses } from './web-processes.ts'
import { measureWebhooks } from './webhooks.ts'

export type BenchOptions = {
  mode: keyof typeof SEEDS
  /** Parts by name; null: all. */
  only: string[] | null
  /** Folder of the seeded databases; `.bench` of the clone when not given. */
  folder?: string
  /** Duration of each measurement. */
  seconds: number
  print(line: string): void
}

/** Runs the chosen measurements and prints them. True when no budget is missed. */
export async function runBench(options: BenchOptions): Promise<boolean> {
  const report = createReport(options.print)
  const isSmall = options.mode !== 'full'
  const wants = (part: string) => options.only?.includes(part) ?? true
  const workers = startWorkers()
  const cluster = await openCluster(options.mode, report.note, options.folder)
  try {
    const scale = {
      clients: options.mode === 'smoke' ? [2] : isSmall ? [1, 16] : [1, 16, 64],
      streams: isSmall ? 20 : 1000,
    }
    const bench: BenchmarkRun = {
      report,
      workers,
      databases: cluster.databases,
      seconds: options.seconds,
      isSmall,
      ...scale,
    }
    await measureOnLargest(bench, wants)
    if (wants('mail-in')) await measureMailIn(bench)
    if (wants('processes')) await measureWebProcesses(bench)
    if (wants('models')) await measureModels(bench)
    if (wants('sizes')) await measureByDatabaseSize(bench)
    if (wants('dashboard')) await measureLargeTenant(bench)
    if (wants('changes')) await measureLargeTenantChanges(bench)
    if (wants('browser')) await measureInBrowser(bench)
    // Last: it adds businesses.
    if (wants('owner')) await measureOwner(bench)
  } finally {
    await cluster.stop()
  }
  try {
    if (wants('startup'))
      await measureStartup({
        report,
        workers,
        databases: [],
        seconds: options.seconds,
        isSmall,
        clients: [],
        streams: 0,
      })
  } finally {
    workers.stop()
  }
  return printVerdicts(report)
}

async function measureOnLargest(bench: BenchmarkRun, wants: (part: string) => boolean): Promise<void> {
  if (
    ![
      'counts',
      'operations',
      'rate',
      'delivery',
      'answers',
      'documents',
      'sign-ins',
      'settings',
      'help',
      'webhooks',
    ].some(wants)
  )
    return
  const product = await startOnDatabase(largestOf(bench), POOL_SIZE)
  try {
    const businesses =
      wants('operations') || wants('sign-ins') ? Math.min(100, largestOf(bench).size.tickets / TICKETS_PER_TENANT) : 0
    const slugs = Array.from({ length: businesses }, (_, n) => `bench-${n}`)
    const many: { slug: string; cookie: string }[] = []
    for (const slug of slugs) many.push({ slug, cookie: await signInAsOwner(product.url, slug) })
    const cookies = {
      quiet: await signInAsOwner(product.url, SLUGS.quiet),
      live: await signInAsOwner(product.url, SLUGS.live),
      many,
    }
    if (wants('counts')) await measureDatabaseUse(bench)
    if (wants('answers')) await measureAnswers(bench, product)
    if (wants('documents')) await measureDocuments(bench, product, cookies.live)
    if (wants('delivery')) await measureDelivery(bench, product, cookies.live)
    if (wants('settings')) await measureSettings(bench, product, cookies.quiet)
    if (wants('help')) await measureHelpPages(bench, product, cookies.quiet)
    if (wants('sign-ins')) await measureSignIns(bench, product, many)
    if (wants('operations')) await measureOperations(bench, product, cookies)
    if (wants('webhooks')) await measureWebhooks(bench, product, cookies.live)
    await waitUntilIdle(largestOf(bench).ownerUrl)
    if (wants('rate')) await measureConstantRate(bench, product)
  } finally {
    await product.stop()
  }
}
