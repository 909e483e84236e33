import { createWriteStream, openAsBlob, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  checkDataImport,
  createDataImport,
  type DataImportView,
  getDataImport,
  runDataImport,
  uploadDataImport,
} from '#contracts/data-import/data-import.ts'
import type { DataImportId } from '#contracts/ids.ts'
import { openPlatform } from '#server/cli/open-database.ts'
import { seededRandom } from '#server/demo/seeded-random.ts'
import { makeMember, makeSession } from '#server/identity/fixture.ts'
import { readConfig } from '#server/platform/config.ts'
import { makeTenant } from '#server/tenant/fixture.ts'
import { clientOf, type TestClient } from '#test/client.ts'
import { makeDataFolder } from '#test/data-folder.ts'
import { endDatabase, freePort, LIKE_HERE, type ServerProcess, startProcess } from '#test/proof/server-process.ts'
import type { Proved, Proving } from './parts.ts'

const COMMENTS = 3
const MOST_MINUTES = 5
const MOST_MEGABYTES = 400

/** Moves an export of Zendesk with so many tickets, three comments each, into a new installation: its time, its memory, and what was left out. */
export async function proveMoveIn({ tickets }: Proving): Promise<Proved[]> {
  const dataDir = await makeDataFolder()
  const env = { PORT: String(await freePort()), DATA_DIR: dataDir, DEMO: 'false', LOG_LEVEL: 'error' }
  let running: ServerProcess | undefined
  try {
    const file = join(dataDir, 'tickets.json')
    await pipeline(Readable.from(exportLines(tickets)), createWriteStream(file))
    const cookie = await prepare(env)
    running = await startProcess(env, undefined, LIKE_HERE)
    forgetPeaks(running)
    const base = peakMegabytes(running)
    const owner = clientOf(running.url, { cookie })
    const { view, minutes } = await moveIn(owner, file)
    const peak = peakMegabytes(running)
    const total = minutes.reduce((sum, one) => sum + one, 0)
    const added = view.result?.ticket.added ?? 0
    return [
      {
        figure: `${tickets} tickets with ${COMMENTS} comments each, moved in`,
        value: `${added}, ${view.skippedCount} left out`,
        isGood: view.status === 'done' && added === tickets,
      },
      {
        figure: `from the upload to the end, at most ${MOST_MINUTES} min`,
        value: `${total.toFixed(1)} min`,
        isGood: total <= MOST_MINUTES,
      },
      {
        figure: `peak memory, at most ${MOST_MEGABYTES} MB`,
        value: `${peak} MB (${base} MB before)`,
        isGood: peak <= MOST_MEGABYTES,
      },
    ]
  } finally {
    running?.child.kill('SIGTERM')
    await running?.exited
    await endDatabase(dataDir)
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function prepare(env: Record<string, string>): Promise<string> {
  const { platform, close } = await openPlatform(readConfig(env))
  try {
    const { tenant } = await makeTenant(platform)
    const { actor } = await makeMember(tenant, { role: 'owner' })
    return await makeSession(platform, actor.userId)
  } finally {
    await close()
  }
}

async function moveIn(owner: TestClient, file: string): Promise<{ view: DataImportView; minutes: number[] }> {
  const id = crypto.randomUUID() as DataImportId
  const params = { dataImportId: id }
  const minutes: number[] = []
  const timed = async (name: string, begin: () => Promise<unknown>): Promise<DataImportView> => {
    const began = performance.now()
    await begin()
    let view = await owner.call(getDataImport, { params })
    while (['reading', 'checking', 'running'].includes(view.status)) {
      await new Promise((resolve) => setTimeout(resolve, 500))
      view = await owner.call(getDataImport, { params })
    }
    minutes.push((performance.now() - began) / 60_000)
    process.stdout.write(
      `  ${name} took ${((performance.now() - began) / 1000).toFixed(1)} s, then it is ${view.status}\n`,
    )
    return view
  }
  await owner.call(createDataImport, { body: { id, source: 'zendesk' } })
  await timed('upload and reading', async () => {
    const form = new FormData()
    form.append('file', await openAsBlob(file), 'tickets.json')
    const response = await owner.raw(uploadDataImport.path.replace(':dataImportId', id), { method: 'POST', body: form })
    if (!response.ok) throw new Error(await response.text())
  })
  await timed('the dry run', () => owner.call(checkDataImport, { params }))
  const view = await timed('the import', () => owner.call(runDataImport, { params }))
  return { view, minutes }
}

const WORDS =
  `the my your order parcel invoice address was is not has been please help thank you since yesterday again still broken missing
  arrived late wrong colour size refund exchange battery lamp chair table screw manual charger account password email card payment`.split(
    /\s+/,
  )

/** A ticket a line, as Zendesk's JSON export has it. */
function* exportLines(tickets: number): Generator<string> {
  const random = seededRandom('move in')
  const words = (count: number) => Array.from({ length: count }, () => random.pick(WORDS)).join(' ')
  for (let id = 1; id <= tickets; id += 1) {
    const requester = 1_000_000 + random.between(1, Math.ceil(tickets / 4))
    const at = (hours: number) => new Date(Date.UTC(2023, 0, 1) + id * 300_000 + hours * 3_600_000).toISOString()
    const comments = Array.from({ length: COMMENTS }, (_, index) => ({
      id: id * 10 + index,
      type: 'Comment',
      author_id: index % 2 === 0 ? requester : 7,
      body: `${words(30)} ${id}`,
      html_body: `<div class="zd-comment"><p>${words(30)}</p></div>`,
      public: index !== 1 || id % 5 !== 0,
      attachments: [],
      via: { channel: 'email' },
      created_at: at(index),
    }))
    const customer = {
      id: requester,
      name: `Customer ${requester}`,
      email: `customer${requester}@mail.example`,
      role: 'end-user',
    }
    const agent = { id: 7, name: 'Robin Roe', email: 'robin@mail.example', role: 'agent' }
    const times = { created_at: at(0), updated_at: at(COMMENTS) }
    const kinds = {
      status: random.pick(['closed', 'solved', 'open', 'pending']),
      priority: random.pick(['low', 'normal', 'high']),
    }
    yield `${JSON.stringify({ id, subject: words(5), ...times, ...kinds, via: { channel: 'email' }, requester_id: requester, requester: customer, assignee_id: 7, assignee: agent, tags: [random.pick(WORDS)], custom_fields: [], comments })}\n`
  }
}

/** The processes of the product, without those of its database. */
const processesOf = ({ child }: ServerProcess): string[] =>
  readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false
    const isOurs =
      Number(name) === child.pid || Number(/^PPid:\s+(\d+)/m.exec(readProcess(name, 'status'))?.[1]) === child.pid
    return isOurs && readProcess(name, 'cmdline').includes('main.ts')
  })

/** Empty for a process that has ended. */
function readProcess(id: string, file: string): string {
  try {
    return readFileSync(`/proc/${id}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** From here on the peak is that of what follows: a start needs more than it keeps. */
function forgetPeaks(running: ServerProcess): void {
  for (const id of processesOf(running)) writeFileSync(`/proc/${id}/clear_refs`, '5')
}

/** The most memory that a process of the product has had. */
const peakMegabytes = (running: ServerProcess): number =>
  Math.round(
    Math.max(
      0,
      ...processesOf(running).map(
        (id) => Number(/^VmHWM:\s+(\d+) kB/m.exec(readProcess(id, 'status'))?.[1] ?? 0) / 1024,
      ),
    ),
  )
