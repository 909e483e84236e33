import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { memoryOf } from '#test/process-use.ts'
import type { BenchmarkRun } from './benchmark-run.ts'
import { startProduct } from './product-process.ts'
import { mb, ms } from './report.ts'

/** Time for the recurring jobs of the start to finish and for the heap to shrink. */
const IDLE_MS = 15_000
const REPEATS = 3

/** Measures start time and idle memory of the whole product with the built-in database and the demo businesses. */
export async function measureStartup(bench: BenchmarkRun): Promise<void> {
  const { report } = bench
  const folder = await mkdtemp(join(tmpdir(), 'segue-bench-'))
  // As root, PostgreSQL runs under another account, which needs access to this folder.
  await chmod(folder, 0o711)
  report.title('Start and memory, own database, demo businesses')
  try {
    const first = await startProduct({ DATA_DIR: folder })
    await first.stop()
    report.row('first start: database and demo created', ms(first.readyMs))
    const times: number[] = []
    for (let n = 0; n < REPEATS; n++) {
      const again = await startProduct({ DATA_DIR: folder })
      times.push(again.readyMs)
      if (n === REPEATS - 1) await measureMemory(bench, again.pid, again.url)
      await again.stop()
    }
    const slowest = Math.max(...times)
    report.row('start on an existing folder, slowest of three', ms(slowest))
    report.judge({
      what: 'ready on an existing folder',
      measured: ms(slowest),
      budget: '≤ 3 s',
      isMet: slowest <= 3000,
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureMemory({ report }: BenchmarkRun, pid: number, url: string): Promise<void> {
  await wait(IDLE_MS)
  const idle = memoryOf(pid)
  if (!idle) return report.note('  This system does not report the memory of processes.')
  report.row(
    `memory idle, ${idle.processes} processes`,
    ...[`${mb(idle.proportional)} PSS`, `${mb(idle.resident)} RSS`, `${mb(idle.ofFirst)} Node`],
  )
  report.judge({
    what: 'memory of all processes, idle',
    measured: mb(idle.proportional),
    budget: '≤ 200 MB',
    isMet: idle.proportional <= 200e6,
  })
  for (const slug of ['hollowbrook', 'fernbill', 'alder-court']) await askOneQuestion(url, slug)
  await wait(IDLE_MS / 3)
  const asked = memoryOf(pid)
  if (!asked) return
  report.row('  after a question in each of three businesses', `${mb(asked.proportional)} PSS`)
  report.judge({
    what: 'memory of all processes, sentence encoder loaded',
    measured: mb(asked.proportional),
    budget: '≤ 450 MB',
    isMet: asked.proportional <= 450e6,
  })
}

/** Asks one question in a chat, which starts the search thread. */
async function askOneQuestion(url: string, slug: string): Promise<void> {
  const call = async (path: string, headers: Record<string, string>, body: object) => {
    const response = await fetch(`${url}/api/portal/${slug}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as { token?: string }
  }
  const { token } = await call('/guest', {}, { bearer: true })
  const headers = { authorization: `Bearer ${token}` }
  const id = crypto.randomUUID()
  await call('/conversations', headers, { id, context: 'general' })
  await call(`/conversations/${id}/messages`, headers, {
    id: crypto.randomUUID(),
    body: 'How do I reach you?',
    fileIds: [],
  })
}
