import { setTimeout as sleep } from 'node:timers/promises'
import { queryAsOwner } from '#test/owner-query.ts'
import { measureFailover, prepare } from './failover/measure.ts'
import { startProxy, watched } from './haproxy.ts'
import type { Proved, Scale } from './parts.ts'
import { prepareForPooler } from './pgbouncer.ts'
import { type DatabaseServer, promote, startPrimary, startStandby } from './postgres.ts'
import { cleaningUp, passingFolder } from './programs.ts'

/** As long as whoever decides (Patroni) needs at least to notice that the primary is gone. */
const NOTICED_MS = 2000
/** A commit is acknowledged when the standby has it: what else is promised of a failover holds without losses only then. */
const SYNCHRONOUS = { synchronous_standby_names: '*' }

/** The primary is killed, and then frozen (and killed once another one works), under load; each time its standby takes over, behind HAProxy, with PgBouncer and without. */
export async function* proveFailover(scale: Scale): AsyncIterable<Proved> {
  for (const how of ['killed', 'frozen'] as const) {
    for (const isPooled of [false, true]) {
      const name = `primary ${how}, ${isPooled ? 'pooler and proxy' : 'proxy'}`
      for (const one of await failOver(how, isPooled, scale)) yield { ...one, figure: `${name}: ${one.figure}` }
    }
  }
}

const failOver = (how: 'killed' | 'frozen', isPooled: boolean, { clients }: Scale): Promise<Proved[]> =>
  cleaningUp(async (later) => {
    const folder = await passingFolder('failover', later)
    const primary = await startPrimary(folder)
    later(primary.stop)
    await prepareForPooler(primary)
    const prepared = await prepare(folder, primary.ownerUrl, clients)
    const standby = await startStandby(primary, folder)
    later(standby.stop)
    await makeSynchronous(primary)
    const proxy = await startProxy([await watched(primary, later), await watched(standby, later)])
    later(proxy.stop)
    const lose = async () => {
      await primary.signal(how === 'killed' ? 'SIGKILL' : 'SIGSTOP')
      await sleep(NOTICED_MS)
      await promote(standby)
      return standby.ownerUrl
    }
    const failover = { proxyPort: proxy.port, isPooled, lose, ended: () => primary.signal('SIGKILL') }
    return measureFailover(prepared, failover, later)
  })

async function makeSynchronous({ adminUrl }: DatabaseServer): Promise<void> {
  for (const [name, value] of Object.entries(SYNCHRONOUS))
    await queryAsOwner(adminUrl, `ALTER SYSTEM SET ${name} = '${value}'`)
  await queryAsOwner(adminUrl, 'SELECT pg_reload_conf()')
  const isSynchronous = async () =>
    (await queryAsOwner(adminUrl, "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")).length > 0
  while (!(await isSynchronous())) await sleep(100)
}
