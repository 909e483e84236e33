import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { Client } from 'undici'
import { type Figures, figuresOf } from './figures.ts'

/** One request; `{uuid}` in path and body becomes a new id each time. */
export type Shot = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }

/** One statement, or several in a transaction; `{uuid}` among the values becomes a new id each time. */
export type Statement = { text: string; values: unknown[] }

export type Load = {
  target:
    | { kind: 'http'; url: string; shots: Shot[] }
    | { kind: 'sql'; url: string; poolSize: number; tenantId: string; statements: Statement[] }
  clients: number
  seconds: number
  /** Begun so often a second, come what may; without it each client sends the next when it has its answer. */
  perSecond?: number
}

type Fire = (client: number) => Promise<boolean>
type Gun = { fire: Fire; close(): Promise<unknown> }

const fresh = (text: string): string => text.replaceAll('{uuid}', () => randomUUID())

function httpGun({ url, shots }: Extract<Load['target'], { kind: 'http' }>, clients: number): Gun {
  const connections = Array.from({ length: clients }, () => new Client(url, { pipelining: 1 }))
  let next = Math.floor(Math.random() * shots.length)
  return {
    fire: async (client) => {
      const { path, body, ...rest } = shots[next++ % shots.length] as Shot
      const given = { ...rest, path: fresh(path), body: body === undefined ? null : fresh(body) }
      const answer = await (connections[client] as Client).request(given)
      await answer.body.dump({ limit: 10_000_000 })
      return answer.statusCode < 300
    },
    close: () => Promise.all(connections.map((connection) => connection.close())),
  }
}

function sqlGun(target: Extract<Load['target'], { kind: 'sql' }>): Gun {
  const { statements } = target
  const pool = new pg.Pool({
    connectionString: target.url,
    max: target.poolSize,
    options: `-c app.tenant_id=${target.tenantId}`,
  })
  let next = 0
  return {
    fire: async () => {
      const { text, values } = statements[next++ % statements.length] as Statement
      await pool.query(
        text,
        values.map((value) => (value === '{uuid}' ? randomUUID() : value)),
      )
      return true
    },
    close: () => pool.end(),
  }
}

async function closedLoop(fire: Fire, load: Load, durations: number[]): Promise<number> {
  const end = performance.now() + load.seconds * 1000
  let failed = 0
  const one = async (client: number): Promise<void> => {
    while (performance.now() < end) {
      const began = performance.now()
      if (await fire(client)) durations.push(performance.now() - began)
      else failed += 1
    }
  }
  await Promise.all(Array.from({ length: load.clients }, (_, client) => one(client)))
  return failed
}

/** Counts from the moment a request was due: one that waits for a free client is late, not unseen. */
async function openLoop(fire: Fire, load: Load, perSecond: number, durations: number[]): Promise<number> {
  const began = performance.now()
  const free = Array.from({ length: load.clients }, (_, client) => client)
  const waiting: number[] = []
  const running = new Set<Promise<void>>()
  let failed = 0
  const turn = (): void => {
    while (free.length > 0 && waiting.length > 0) {
      const client = free.pop() as number
      const due = waiting.shift() as number
      const one = fire(client).then((ok) => {
        if (ok) durations.push(performance.now() - due)
        else failed += 1
        free.push(client)
        running.delete(one)
        turn()
      })
      running.add(one)
    }
  }
  for (let n = 0; n < load.seconds * perSecond; n++) {
    const due = began + (n * 1000) / perSecond
    const ahead = due - performance.now()
    if (ahead > 1) await wait(ahead)
    waiting.push(due)
    turn()
  }
  while (running.size > 0) await Promise.all(running)
  return failed
}

const WARM_SECONDS = 1
const ROUNDS = 4

type Run = { gun: Gun; load: Load; durations: number[]; spentMs: number; failed: number }

const gunOf = ({ target, clients }: Load): Gun => (target.kind === 'http' ? httpGun(target, clients) : sqlGun(target))

async function runPart(run: Run, seconds: number): Promise<void> {
  const part = { ...run.load, seconds }
  const began = performance.now()
  const { perSecond } = part
  const { fire } = run.gun
  run.failed += await (perSecond
    ? openLoop(fire, part, perSecond, run.durations)
    : closedLoop(fire, part, run.durations))
  run.spentMs += performance.now() - began
}

/**
 * Fires at the targets, first to warm them, then to measure them: in turns, so that what else this machine does falls on all of
 * them alike. One that is fired at an even rate is measured in one piece.
 */
export async function runLoads(loads: Load[]): Promise<Figures[]> {
  const runs = loads.map((load): Run => ({ gun: gunOf(load), load, durations: [], spentMs: 0, failed: 0 }))
  try {
    for (const run of runs) {
      await runPart(run, Math.min(WARM_SECONDS, run.load.seconds / 2))
      Object.assign(run, { durations: [], spentMs: 0, failed: 0 })
    }
    const rounds = loads.some((load) => load.perSecond) ? 1 : ROUNDS
    for (let round = 0; round < rounds; round++) {
      for (const run of runs) await runPart(run, run.load.seconds / rounds)
    }
    return runs.map(({ durations, spentMs, failed }) => figuresOf(durations, spentMs / 1000, failed))
  } finally {
    for (const { gun } of runs) await gun.close()
  }
}
