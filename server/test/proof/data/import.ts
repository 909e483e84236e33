import { createWriteStream, openAsBlob } from 'node:fs'
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
import { readProcess } from '#server/platform/db/processes.ts'
import { makeTenant } from '#server/tenant/fixture.ts'
import { clientOf, type TestClient } from '#test/client.ts'
import { makeDataFolder } from '#test/data-folder.ts'
import { childrenOf, forgetPeak, peakOf } from '#test/process-use.ts'
import { endDatabase, freePort, type ServerProcess, startProcess } from '#test/proof/server-process.ts'
import { COUNTING, countingIn, measureUse, textOfUse, type Use } from './measure-use.ts'
import type { Proved, Proving } from './parts.ts'

const COMMENTS = 3
const MOST_MINUTES = 5
const MOST_MEGABYTES = 400

/** Imports an export of Zendesk with so many tickets, three comments each, into a new installation: its time, its memory, what it asks of the database, and what was left out. */
export async function proveImport({ tickets }: Proving): Promise<Proved[]> {
  const dataDir = await makeDataFolder()
  const env = { PORT: String(await freePort()), DATA_DIR: dataDir, DEMO: 'false', LOG_LEVEL: 'error' }
  let running: ServerProcess | undefined
  try {
    const file = join(dataDir, 'tickets.json')
    await pipeline(Readable.from(exportLines(tickets)), createWriteStream(file))
    const cookie = await prepare(env)
    const started = await startProcess({ ...env, ...countingIn(dataDir) }, undefined, COUNTING)
    running = started
    for (const pid of processesOf(started)) forgetPeak(pid)
    const base = peakMegabytes(started)
    const owner = clientOf(started.url, { cookie })
    const use = await measureUse(dataDir, () => processesOf(started))
    const view = await importFile(owner, file, {
      startUse: () => measureUse(dataDir, () => processesOf(started)),
      onPart: (name, used) =>
        print(`${name}: ${textOfUse(used, tickets)}, until here at most ${peakMegabytes(started)} MB`),
    })
    const peak = peakMegabytes(started)
    const used = use()
    print(`together: ${textOfUse(used, tickets)}`)
    const minutes = used.seconds / 60
    const added = view.result?.ticket.added ?? 0
    return [
      {
        figure: `${tickets} tickets with ${COMMENTS} comments each, imported`,
        value: `${added}, ${view.skippedCount} left out`,
        isGood: view.status === 'done' && added === tickets,
      },
      {
        figure: `from the upload to the end, at most ${MOST_MINUTES} min`,
        value: `${minutes.toFixed(1)} min`,
        isGood: minutes <= MOST_MINUTES,
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

const print = (line: string) => process.stdout.write(`  ${line}\n`)

type Measuring = { startUse: () => Promise<() => Use>; onPart: (name: string, use: Use) => void }

async function importFile(owner: TestClient, file: string, { startUse, onPart }: Measuring): Promise<DataImportView> {
  const id = crypto.randomUUID() as DataImportId
  const params = { dataImportId: id }
  const measured = async (name: string, begin: () => Promise<unknown>): Promise<DataImportView> => {
    const use = await startUse()
    await begin()
    let view = await owner.call(getDataImport, { params })
    while (['reading', 'checking', 'running'].includes(view.status)) {
      await new Promise((resolve) => setTimeout(resolve, 500))
      view = await owner.call(getDataImport, { params })
    }
    onPart(`${name}, then it is ${view.status}`, use())
    return view
  }
  await owner.call(createDataImport, { body: { id, source: 'zendesk' } })
  await measured('upload and reading', async () => {
    const form = new FormData()
    form.append('file', await openAsBlob(file), 'tickets.json')
    const response = await owner.raw(uploadDataImport.path.replace(':dataImportId', id), { method: 'POST', body: form })
    if (!response.ok) throw new Error(await response.text())
  })
  await measured('the dry run', () => owner.call(checkDataImport, { params }))
  return measured('the import', () => owner.call(runDataImport, { params }))
}

const WORDS =
  `the my your order parcel invoice address was is not has been please help thank you since yesterday again still broken missing
  arrived late wrong colour size refund exchange battery lamp chair table screw manual charger account password email card payment`.split(
    /\s+/,
  )

/** A ticket a line, as Zendesk's JSON export has it; the first has this number. */
export function* exportLines(tickets: number, first = 1): Generator<string> {
  const random = seededRandom('import')
  const words = (count: number) => Array.from({ length: count }, () => random.pick(WORDS)).join(' ')
  for (let id = first; id < first + tickets; id += 1) {
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
const processesOf = ({ child }: ServerProcess): number[] =>
  [child.pid ?? 0, ...childrenOf(child.pid ?? 0)].filter((pid) => readProcess(pid).command?.includes('main.ts'))

/** The most memory that a process of the product has had. */
const peakMegabytes = (running: ServerProcess): number =>
  Math.round(Math.max(0, ...processesOf(running).map(peakOf)) / 1024 / 1024)
