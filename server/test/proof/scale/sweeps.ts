import { readdir, readFile, readlink } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { domainParts } from '#server/domains.ts'
import { LOCK_BASE } from '#server/platform/jobs/recurring-jobs.ts'
import type { ServerProcess } from '#test/proof/server-process.ts'
import type { Proved } from './parts.ts'
import type { DatabaseServer } from './postgres.ts'
import { type Running, underLoad } from './under-load.ts'

/** What a machine under load adds to the time between two runs. */
const LATE_MS = 5000

type Held = { lock: number; port: number }

/** The node that is in the midst of a recurring job is killed: the other one goes on with it, at the next time. */
export async function proveSweeps(running: Running, primary: DatabaseServer): Promise<Proved[]> {
  const client = new Client({ connectionString: primary.adminUrl })
  await client.connect()
  try {
    return await underLoad(
      running,
      'the node that runs a recurring job is killed',
      () => killLeader(running, client),
      true,
    )
  } finally {
    await client.end()
  }
}

async function killLeader({ nodes }: Running, client: Client): Promise<Proved[]> {
  const { held, node } = await findLeader(nodes, client)
  const job = domainParts.recurringJobs[held.lock]
  const began = performance.now()
  node.child.kill('SIGKILL')
  nodes.splice(nodes.indexOf(node), 1)
  await node.exited
  const limitMs = (job?.everySeconds ?? 0) * 1000 + LATE_MS
  let next: Held | undefined
  while (!next && performance.now() - began < limitMs) {
    next = (await holders(client)).find(({ lock, port }) => lock === held.lock && port !== held.port)
    await sleep(2)
  }
  await sleep(5000)
  const ms = Math.round(performance.now() - began)
  return [
    {
      figure: `${job?.name} runs on the other node (every ${job?.everySeconds} s)`,
      value: next ? `after ${ms - 5000} ms` : 'never',
      isGood: next !== undefined,
    },
  ]
}

/** The recurring jobs that run now: the place of each in the list, and the port of its connection. */
async function holders(client: Client): Promise<Held[]> {
  const { rows } = await client.query<Held>(
    `SELECT l.objid::int - $1 AS lock, a.client_port AS port FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.granted AND l.classid = 0 AND l.objid::int BETWEEN $1 AND $1 + 999`,
    [LOCK_BASE],
  )
  return rows
}

/** Waits for a recurring job of one of the nodes that runs at least each minute. */
async function findLeader(nodes: readonly ServerProcess[], client: Client) {
  for (;;) {
    for (const held of await holders(client)) {
      if ((domainParts.recurringJobs[held.lock]?.everySeconds ?? 0) > 60) continue
      for (const node of nodes) if (await hasPort(node.child.pid ?? 0, held.port)) return { held, node }
    }
  }
}

/** Whether a process has a connection from a port of this machine. */
async function hasPort(pid: number, port: number): Promise<boolean> {
  const table = (await readFile('/proc/net/tcp', 'utf8')).split('\n').map((line) => line.trim().split(/\s+/))
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  const inode = table.find(([, local]) => local?.endsWith(`:${hex}`))?.[9]
  const folder = `/proc/${pid}/fd`
  for (const name of await readdir(folder).catch(() => [])) {
    if ((await readlink(`${folder}/${name}`).catch(() => '')) === `socket:[${inode}]`) return true
  }
  return false
}
