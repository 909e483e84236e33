import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCommand } from '#server/cli/run.ts'
import { copyDatabase, type TestDatabase } from './database.ts'
import { queryAsOwner } from './owner-query.ts'
import { freePort, startProcess } from './proof/server-process.ts'

let folder: string
let database: TestDatabase
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'segue-nodes-'))
  database = await copyDatabase()
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const KEY = randomBytes(32).toString('hex')
const environment = (node: string, key = KEY) => ({
  DATABASE_URL: database.ownerUrl,
  // Given, so that the password of the serving role, which other tests use, stays.
  DATABASE_APP_URL: database.appUrl,
  DATABASE_POOL: '4',
  DATA_DIR: join(folder, node),
  MASTER_KEY: key,
  LOG_LEVEL: 'error',
})
const startNode = async (node: string, key?: string) =>
  startProcess({ ...environment(node, key), PORT: String(await freePort()) })
const accept = (node: string, key: string) =>
  runCommand(['master-key:accept'], {
    env: environment(node, key),
    isInteractive: false,
    print: () => undefined,
    printError: () => undefined,
  })

it('nodes that start at once on an empty database share the demo businesses that one of them made; one with another master key refuses to start', async () => {
  const nodes = await Promise.all(['one', 'two', 'three'].map((node) => startNode(node)))
  for (const { url } of nodes) expect((await fetch(`${url}/api/portal/hollowbrook`)).status).toBe(200)
  const tenants = await queryAsOwner<{ slug: string }>(database.ownerUrl, 'SELECT slug FROM tenant ORDER BY slug')
  expect(tenants.map(({ slug }) => slug)).toEqual(['alder-court', 'fernbill', 'hollowbrook'])
  expect(nodes.filter(({ output }) => output().includes('Three demo businesses are there'))).toHaveLength(1)

  const other = randomBytes(32).toString('hex')
  await expect(startNode('four', other)).rejects.toThrow('This database was begun with another master key')
  for (const { child } of nodes) child.kill('SIGTERM')
  expect(await Promise.all(nodes.map(({ exited }) => exited))).toEqual([0, 0, 0])
  expect(await accept('four', other)).toBe(0)
  const accepted = await startNode('four', other)
  accepted.child.kill('SIGTERM')
  expect(await accepted.exited).toBe(0)
}, 400_000)
