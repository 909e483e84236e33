import { queryAsOwner } from '#test/owner-query.ts'
import { freePort, startProcess } from '#test/proof/server-process.ts'
import { comparedActions } from './compared.ts'
import type { Proved, Scale } from './parts.ts'
import { prepareForPooler, startPooler } from './pgbouncer.ts'
import { addressOf, type DatabaseServer, startPrimary } from './postgres.ts'
import { cleaningUp, passingFolder } from './programs.ts'
import { nodeSettings, prepareSite, type Site, settled } from './site.ts'
import { together, type Worked, work } from './work.ts'

/** Fewer connections than the node asks for, so that transactions of different requests do share them. */
const POOL_SIZE = 8
/** Of one process: one listens, three ask whether the database answers, five hold locks. */
const DIRECT = 9
const TURNS = 2

/** The main actions through PgBouncer in transaction mode and, in turns in the same run, on direct connections. */
export const provePooler = ({ seconds, clients, print }: Scale): Promise<Proved[]> =>
  cleaningUp(async (later) => {
    const folder = await passingFolder('pooler', later)
    const server = await startPrimary(folder)
    later(server.stop)
    await prepareForPooler(server)
    const pooler = await startPooler(server.port, POOL_SIZE)
    later(pooler.stop)
    const direct = { DATABASE_URL: server.ownerUrl }
    const pooled = { DATABASE_URL: addressOf(pooler.port), DATABASE_DIRECT_URL: server.ownerUrl }
    const site = await prepareSite(nodeSettings(0, folder, direct), clients)
    const turns: { direct: Turn[]; pooled: Turn[] } = { direct: [], pooled: [] }
    const port = await freePort()
    for (let turn = 0; turn < TURNS; turn += 1) {
      turns.direct.push(await workAtNode(site, server, nodeSettings(port, folder, direct), seconds))
      turns.pooled.push(await workAtNode(site, server, nodeSettings(port, folder, pooled), seconds))
      print(`  turn ${turn + 1} of ${TURNS} done`)
    }
    const end = await settled(site, server.ownerUrl, 1000)
    const [one, other] = [turns.direct, turns.pooled].map((all) => together(all.map(({ worked }) => worked))) as [
      Worked,
      Worked,
    ]
    const actions = comparedActions({ name: 'direct', worked: one }, { name: 'pooler', worked: other }, MOST_SLOWER)
    return [...actions, ...poolerFigures(turns.pooled), ...end]
  })

type Turn = {
  worked: Worked
  sessions: number
  directSessions: Map<string, number>
  warnings: string[]
  left: Proved[]
}

async function workAtNode(
  site: Site,
  server: DatabaseServer,
  settings: Record<string, string>,
  seconds: number,
): Promise<Turn> {
  const node = await startProcess(settings)
  try {
    // What a new process does the first time is not what the pooler costs.
    await work(site, node.url, 2)
    const [worked, sessions] = await Promise.all([work(site, node.url, seconds), sessionsOf(server, seconds / 2)])
    const left = await settled(site, server.ownerUrl, 60_000)
    const warnings = node
      .output()
      .split('\n')
      // The proof itself asks before the node is ready.
      .filter((line) => /"level":(40|50|60)/.test(line) && !/readyz|temporarily unavailable/.test(line))
    return { worked, ...sessions, warnings, left }
  } finally {
    node.child.kill('SIGTERM')
    await node.exited
  }
}

/** Connections at PostgreSQL in the midst of the work. */
async function sessionsOf({ adminUrl }: DatabaseServer, afterSeconds: number) {
  await new Promise((resolve) => setTimeout(resolve, afterSeconds * 1000))
  const rows = await queryAsOwner<{ name: string; n: number }>(
    adminUrl,
    `SELECT application_name AS name, count(*)::int AS n FROM pg_stat_activity WHERE usename = 'segue_app' GROUP BY 1`,
  )
  return {
    sessions: rows.reduce((sum, { n }) => sum + n, 0),
    directSessions: new Map(rows.map(({ name, n }) => [name, n])),
  }
}

/** How much slower than direct an action may be through the pooler: a further hop, and statements that are parsed each time. */
const MOST_SLOWER = 0.5
function poolerFigures(turns: readonly Turn[]): Proved[] {
  const { failures, missed, doubled } = together(turns.map(({ worked }) => worked))
  const failed = [...failures].map(([what, count]) => `${count} × ${what}`)
  const warnings = turns.flatMap((turn) => turn.warnings)
  const most = Math.max(...turns.map(({ sessions }) => sessions))
  const names = [...(turns.at(-1)?.directSessions ?? [])].map(([name, n]) => `${n} ${name}`).join(', ')
  return [
    { figure: 'failed actions through the pooler', value: failed.join('; ') || '0', isGood: failed.length === 0 },
    { figure: 'live events missed, doubled', value: `${missed}, ${doubled}`, isGood: missed + doubled === 0 },
    { figure: 'warnings in the log', value: warnings.slice(0, 3).join(' ') || '0', isGood: warnings.length === 0 },
    {
      figure: `connections at PostgreSQL (at most ${POOL_SIZE} pooled and ${DIRECT} direct)`,
      value: `${most}: ${names}`,
      isGood: most <= POOL_SIZE + DIRECT,
    },
    ...turns.flatMap(({ left }) => left.filter(({ isGood }) => !isGood)),
  ]
}
