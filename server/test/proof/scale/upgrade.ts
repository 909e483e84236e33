import { setTimeout as sleep } from 'node:timers/promises'
import { queryAsOwner } from '#test/owner-query.ts'
import { freePort, type ServerProcess, startProcess } from '#test/proof/server-process.ts'
import { startBalancer } from './haproxy.ts'
import type { Proved, Scale } from './parts.ts'
import { type DatabaseServer, startPrimary } from './postgres.ts'
import { previousVersion, type Version } from './previous.ts'
import { cleaningUp, type Later, ownFolder, passingFolder } from './programs.ts'
import { nodeSettings, type Site, settled } from './site.ts'
import { proveSweeps } from './sweeps.ts'
import { type Running, SIDE_BY_SIDE_MS, underLoad } from './under-load.ts'

const SETTLED_MS = 120_000

/**
 * Two nodes of the version before serve under load behind the shipped load balancer. Nodes of this version join and migrate, those of the version
 * before leave; then a node of this version leaves while another one joins; then the one that runs a recurring job is killed.
 */
export const proveUpgrade = ({ clients, before, print }: Scale): Promise<Proved[]> =>
  cleaningUp(async (later) => {
    const folder = await passingFolder('upgrade', later)
    const old = await previousVersion(await ownFolder('previous', folder), before)
    const primary = await startPrimary(folder)
    later(primary.stop)
    const database = { DATABASE_URL: primary.ownerUrl, TRUST_PROXY: '1' }
    const site = await old.prepareSite(nodeSettings(0, folder, database), clients)
    const ports = await Promise.all(Array.from({ length: 5 }, freePort))
    const balancer = await startBalancer(ports)
    later(balancer.stop)
    const { start, all } = startingNodes(ports, folder, database, later)
    print(`  from ${old.commit} (migration ${old.migration})`)
    const nodes = [await start(old.main), await start(old.main)]
    await sleep(SIDE_BY_SIDE_MS)
    const running = { site, url: balancer.url, nodes, start }
    const unchanged = await underLoad(running, 'nothing changes', async () => [])
    const joined = await underLoad(running, 'nodes of this version join', () => join(running, old, primary))
    // A version that closes its connections at once loses requests that are on their way.
    const left = await underLoad(running, 'nodes of the version before leave', () => leave(running), !old.drains)
    const changed = await underLoad(running, 'a node joins, another leaves', () => joinAndLeave(running))
    const swept = await proveSweeps(running, primary)
    const ended = await settledAt(site, primary)
    return [...unchanged, ...joined, ...left, ...changed, ...swept, ...ended, ...all.map(warningsOf)]
  })

function startingNodes(ports: number[], folder: string, database: Record<string, string>, later: Later) {
  const all: ServerProcess[] = []
  const start = async (main?: string): Promise<ServerProcess> => {
    const node = await startProcess(nodeSettings(ports[all.length] ?? 0, folder, database), main)
    all.push(node)
    later(() => end(node))
    return node
  }
  return { start, all }
}

async function end({ child, exited }: ServerProcess): Promise<number | null> {
  child.kill('SIGTERM')
  return exited
}

/** What a node warned of, and how often. */
function warningsOf({ output }: ServerProcess, index: number): Proved {
  const texts = output().matchAll(/"level":[456]0.*"msg":"([^"]*)"/g)
  const counts = [...Map.groupBy(texts, ([, text]) => text)].map(([text, all]) => `${all.length} × ${text}`)
  return { figure: `warnings of node ${index + 1}`, value: counts.join('; ') || 'none', isGood: true }
}

const settledAt = async (site: Site, primary: DatabaseServer): Promise<Proved[]> =>
  (await settled(site, primary.ownerUrl, SETTLED_MS)).map((one) => ({ ...one, figure: `in the end: ${one.figure}` }))

async function join({ nodes, start }: Running, old: Version, primary: DatabaseServer): Promise<Proved[]> {
  for (let n = 0; n < 2; n += 1) {
    nodes.push(await start())
    await sleep(SIDE_BY_SIDE_MS)
  }
  const [row] = await queryAsOwner<{ n: number }>(
    primary.ownerUrl,
    'SELECT count(*)::int - 1 AS n FROM migration.__drizzle_migrations',
  )
  const now = String(row?.n ?? 0).padStart(4, '0')
  return [
    { figure: 'newest migration, before and after', value: `${old.migration}, ${now}`, isGood: now > old.migration },
  ]
}

/** The first two, one after the other. */
async function leave({ nodes }: Running): Promise<Proved[]> {
  const codes: (number | null)[] = []
  for (const node of nodes.splice(0, 2)) {
    codes.push(await end(node))
    await sleep(SIDE_BY_SIDE_MS)
  }
  return [
    { figure: 'exit codes of the nodes before', value: codes.join(', '), isGood: codes.every((code) => code === 0) },
  ]
}

async function joinAndLeave({ nodes, start }: Running): Promise<Proved[]> {
  nodes.push(await start())
  await sleep(SIDE_BY_SIDE_MS)
  const code = await end(nodes.shift() as ServerProcess)
  await sleep(SIDE_BY_SIDE_MS)
  return [{ figure: 'exit code of the node that left', value: String(code), isGood: code === 0 }]
}
