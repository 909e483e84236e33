import { measureFailover, prepare } from './failover/measure.ts'
import { type Cluster, databaseOf, startCluster, until } from './failover/patroni-cluster.ts'
import { startProxy } from './haproxy.ts'
import type { Proved, Scale } from './parts.ts'
import { prepareForPooler } from './pgbouncer.ts'
import { adminOf } from './postgres.ts'
import { cleaningUp, passingFolder } from './programs.ts'

/** How the first member of a cluster stops being the primary. */
const LOSSES: Record<string, ({ members: [one, two], switchOver }: Cluster) => Promise<unknown>> = {
  'a planned switchover': ({ members: [one, two], switchOver }) => switchOver(one, two),
  'the primary with its Patroni killed': ({ members: [one] }) => one.kill(),
  // PostgreSQL goes on as a primary that nobody renews: only the proxy and the wait for its standby keep it from acknowledging.
  'the Patroni of the primary frozen': async ({ members: [one] }) => one.freezePatroni(),
}

/** A primary that Patroni replaces by its standby, under load, behind HAProxy and PgBouncer as they are shipped. */
export async function* provePatroni({ clients }: Scale): AsyncIterable<Proved> {
  for (const [name, lose] of Object.entries(LOSSES))
    for (const one of await failOver(lose, clients)) yield { ...one, figure: `${name}: ${one.figure}` }
}

const failOver = (takeAway: (cluster: Cluster) => Promise<unknown>, clients: number): Promise<Proved[]> =>
  cleaningUp(async (later) => {
    const folder = await passingFolder('patroni', later)
    const cluster = await startCluster(folder, later)
    const [one, two] = cluster.members
    await prepareForPooler({ adminUrl: adminOf(one.port) })
    const prepared = await prepare(folder, databaseOf(one), clients)
    const proxy = await startProxy(cluster.members)
    later(proxy.stop)
    const lose = async () => {
      await takeAway(cluster)
      await until('the standby is the primary', two, two.isPrimary)
      return databaseOf(two)
    }
    return measureFailover(prepared, { proxyPort: proxy.port, isPooled: true, lose }, later)
  })
