import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { Client } from 'undici'
import { type Measurement, summarize } from '#test/load/measurement.ts'

/** One request. `{uuid}` in path and body is replaced by a new id each time. */
export type HttpRequest = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }

/** One statement, of another business than the target's where it has one. `{uuid}` among the values is replaced by a new id each time. */
export type Statement = { text: string; values: unknown[]; tenantId?: string }

export type Load = {
  target:
    | { kind: 'http'; url: string; requests: HttpRequest[] }
    | { kind: 'sql'; url: string; poolSize: number; tenantId: string; statements: Statement[] }
  clients: number
  seconds: number
  /** Open loop: sent at this rate whatever the latency. Without it each client sends the next request after its response. */
  perSecond?: number
}

type Send = (client: number) => Promise<boolean>
type LoadClient = { send: Send; close(): Promise<unknown> }

const withNewIds = (text: string): string => text.replaceAll('{uuid}', () => randomUUID())

function httpClient({ url, requests }: Extract<Load['target'], { kind: 'http' }>, clients: number): LoadClient {
  const connections = Array.from({ length: clients }, () => new Client(url, { pipelining: 1 }))
  let next = Math.floor(Math.random() * requests.length)
  return {
    send: async (client) => {
      const { path, body, ...rest } = requests[next++ % requests.length] as HttpRequest
      const given = { ...rest, path: withNewIds(path), body: body === undefined ? null : withNewIds(body) }
      const answer = await (connections[client] as Client).request(given)
      await answer.body.dump({ limit: 10_000_000 })
      return answer.statusCode < 300
    },
    close: () => Promise.all(connections.map((connection) => connection.close())),
  }
}

function sqlClient(target: Extract<Load['target'], { kind: 'sql' }>): LoadClient {
  const { statements } = target
  const pool = new pg.Pool({
    connectionString: target.url,
    max: target.poolSize,
    pipeline: true,
    options: `-c app.tenant_id=${target.tenantId}`,
  })
  let next = 0
  return {
    send: async () => {
      const { text, values, tenantId } = statements[next++ % statements.length] as Statement
      const client = await pool.connect()
      try {
        // In the round trip of the statement.
        const set = tenantId ? client.query(`SET app.tenant_id = '${tenantId}'`) : null
        await client.query(
          text,
          values.map((value) => (value === '{uuid}' ? randomUUID() : value)),
        )
        await set
      } finally {
        client.release()
      }
      return true
    },
    close: () => pool.end(),
  }
}

async function closedLoop(send: Send, load: Load, durations: number[]): Promise<number> {
  const end = performance.now() + load.seconds * 1000
  let failed = 0
  const one = async (client: number): Promise<void> => {
    while (performance.now() < end) {
      const began = performance.now()
      if (await send(client)) durations.push(performance.now() - began)
      else failed += 1
    }
  }
  await Promise.all(Array.from({ length: load.clients }, (_, client) => one(client)))
  return failed
}

/** Measures from the time a request was due, so that waiting for a free client counts as latency. */
async function openLoop(send: Send, load: Load, perSecond: number, durations: number[]): Promise<number> {
  const began = performance.now()
  const free = Array.from({ length: load.clients }, (_, client) => client)
  const waiting: number[] = []
  const running = new Set<Promise<void>>()
  let failed = 0
  const sendDue = (): void => {
    while (free.length > 0 && waiting.length > 0) {
      const client = free.pop() as number
      const due = waiting.shift() as number
      const one = send(client).then((ok) => {
        if (ok) durations.push(performance.now() - due)
        else failed += 1
        free.push(client)
        running.delete(one)
        sendDue()
      })
      running.add(one)
    }
  }
  for (let n = 0; n < load.seconds * perSecond; n++) {
    const due = began + (n * 1000) / perSecond
    const ahead = due - performance.now()
    if (ahead > 1) await wait(ahead)
    waiting.push(due)
    sendDue()
  }
  while (running.size > 0) await Promise.all(running)
  return failed
}

const WARM_UP_SECONDS = 1
const ROUNDS = 4

type Run = { client: LoadClient; load: Load; durations: number[]; spentMs: number; failed: number }

const clientOf = ({ target, clients }: Load): LoadClient =>
  target.kind === 'http' ? httpClient(target, clients) : sqlClient(target)

async function runPart(run: Run, seconds: number): Promise<void> {
  const part = { ...run.load, seconds }
  const began = performance.now()
  const { perSecond } = part
  const { send } = run.client
  run.failed += await (perSecond
    ? openLoop(send, part, perSecond, run.durations)
    : closedLoop(send, part, run.durations))
  run.spentMs += performance.now() - began
}

/**
 * Runs each load, first to warm up, then measured in alternating rounds, so that other work of this machine affects all loads alike.
 * A load with a constant rate is measured in one round.
 */
export async function runLoads(loads: Load[]): Promise<Measurement[]> {
  const runs = loads.map((load): Run => ({ client: clientOf(load), load, durations: [], spentMs: 0, failed: 0 }))
  try {
    for (const run of runs) {
      await runPart(run, Math.min(WARM_UP_SECONDS, run.load.seconds / 2))
      Object.assign(run, { durations: [], spentMs: 0, failed: 0 })
    }
    const rounds = loads.some((load) => load.perSecond) ? 1 : ROUNDS
    for (let round = 0; round < rounds; round++) {
      for (const run of runs) await runPart(run, run.load.seconds / rounds)
    }
    return runs.map(({ durations, spentMs, failed }) => summarize(durations, spentMs / 1000, failed))
  } finally {
    for (const { client } of runs) await client.close()
  }
}
