import { rm } from 'node:fs/promises'
import { openDatabase } from '#server/cli/open-database.ts'
import { MAIL_ENV } from '#server/inbound-mail/fixture.ts'
import { readConfig } from '#server/platform/config.ts'
import { JOBS_SCHEMA } from '#server/platform/jobs/queue.ts'
import { makeDataFolder } from '#test/data-folder.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { endDatabase, freePort, type ServerProcess, startProcess } from '#test/proof/server-process.ts'
import { startStandin } from '#test/standin/server.ts'
import { fillBusiness, makeBusinesses } from './fairness/businesses.ts'
import { type LoudBusiness, startLoudBusiness } from './fairness/loud-business.ts'
import { LOUD_KINDS, MANY_STREAMS, WITHOUT_PAUSE } from './fairness/loud-kinds.ts'
import { type Processors, processorsText, watchProcessors } from './fairness/processors.ts'
import { measureQueueCost, type QueueCost } from './fairness/queue-cost.ts'
import { measureUsual, type Times, WAITS, watchChats } from './fairness/usual-load.ts'
import type { Proved, Scale } from './parts.ts'

const QUIET = 20
const MOST_MORE = 0.2
/** Kinds that are beyond a hundred times the usual load: what becomes of the others then is printed, and nothing may fail. */
const BEYOND: readonly string[] = [WITHOUT_PAUSE, MANY_STREAMS]
/** Differences below this are those of the clock and of a machine that does other work. */
const LEAST_MS = 5
const ROUNDS = 3
/** So long after a loud phase its remainders may end, so that they are not measured as if nobody was loud. */
const SETTLE_MS = 90_000

/** Milliseconds until the model of the stand-in begins, and between its words. */
const MODEL = { firstMs: 150, betweenMs: 5 }

/**
 * Twenty businesses at their usual load, alone and beside one at a hundred times that load of each kind, in alternation; what they wait for. Limits
 * of requests are off, so that sharing alone is measured. `clients` scales the guests of the loud one.
 */
export async function* proveFairness({ seconds, clients, print }: Scale): AsyncGenerator<Proved> {
  const dataDir = await makeDataFolder()
  const standin = await startStandin()
  standin.setBehaviour('openai', MODEL)
  const env = {
    ...{ PORT: String(await freePort()), DATA_DIR: dataDir, DEMO: 'false', LOG_LEVEL: 'error' },
    ...{ AI_ORIGIN: standin.url, ANSWER_WAIT_MS: '0', ...MAIL_ENV },
    ...{ RATE_FACTOR: '10000', TENANT_WRITES_PER_MINUTE: '1000000', ADDRESS_WRITES_PER_MINUTE: '1000000' },
  }
  let running: ServerProcess | undefined
  let loud: LoudBusiness | undefined
  try {
    const businesses = await makeBusinesses(env, [...Array<number>(QUIET).fill(1), Math.max(20, clients * 4)])
    running = await startProcess(env)
    const { url } = running
    const { url: ownerUrl } = await openDatabase(readConfig(env))
    for (const business of businesses) await fillBusiness(url, business)
    const quiet = await watchChats(url, businesses.slice(0, QUIET))
    const [loudOne] = businesses.slice(QUIET)
    if (!loudOne) throw new Error('there is no loud business')
    loud = startLoudBusiness(url, loudOne)
    // The first answers load what later ones have.
    await measureUsual(url, quiet, seconds)
    yield* judgeQueue(await measureQueueCost(ownerUrl))
    for (const kind of kindsToProve()) {
      const [without, beside] = [emptyPhase(), emptyPhase()]
      const measure = (phase: Phase) => addTo(phase, running?.child.pid, () => measureUsual(url, quiet, seconds))
      for (let round = 0; round < ROUNDS; round += 1) {
        await measure(without)
        loud.begin(kind, round)
        await measure(beside)
        const { done, refused, reason } = await loud.end()
        print(`  beside ${kind}: ${done} done, ${refused} refused${reason ? ` (${reason})` : ''}`)
        await untilSettled(ownerUrl)
      }
      print(`  ${processorsText(without.processors, beside.processors)}`)
      yield* judge(kind, without, beside)
    }
    for (const { stream } of quiet) stream.close()
  } finally {
    await loud?.stop()
    running?.child.kill('SIGTERM')
    await running?.exited
    await standin.stop()
    await endDatabase(dataDir)
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Waits until no job of any business is left. */
async function untilSettled(ownerUrl: string): Promise<void> {
  const until = performance.now() + SETTLE_MS
  while (performance.now() < until) {
    const [row] = await queryAsOwner<{ left: number }>(
      ownerUrl,
      `SELECT count(*)::int AS left FROM ${JOBS_SCHEMA}.job WHERE state IN ('created', 'active') AND data ? 'tenantId'`,
    )
    if (row?.left === 0) return
    await new Promise((again) => setTimeout(again, 500))
  }
}

/** `FAIRNESS_KINDS` names some of them, by commas. */
function kindsToProve(): string[] {
  const asked = process.env.FAIRNESS_KINDS?.split(',')
  return Object.keys(LOUD_KINDS).filter((kind) => !asked || asked.some((part) => kind.includes(part)))
}

/** A fetch among very many jobs of one business costs what one among few does; twice is within the noise of such short times. */
const MOST_TIMES_FETCH = 2

function judgeQueue([few, many]: QueueCost[]): Proved[] {
  if (!few || !many) return []
  const of = (what: 'fetchMs' | 'passingMs') => ({
    value: `${few[what].toFixed(1)} → ${many[what].toFixed(1)} ms`,
    isGood: many[what] <= few[what] * MOST_TIMES_FETCH + 1,
  })
  const among = `among ${few.waiting} and ${many.waiting} waiting jobs of one business`
  return [
    { figure: `jobs are fetched ${among}`, ...of('fetchMs') },
    { figure: `a job of another business is fetched ${among} while that one has all its slots`, ...of('passingMs') },
    { figure: 'it came first each time', value: many.isQuietFirst ? 'yes' : 'no', isGood: many.isQuietFirst },
  ]
}

/** What was measured in the rounds of one phase. */
type Phase = Times & { processors: Processors[] }

const emptyPhase = (): Phase => ({ ms: { answer: [], list: [], reply: [] }, failed: 0, processors: [] })

async function addTo(phase: Phase, serverPid: number | undefined, measured: () => Promise<Times>): Promise<void> {
  const usedUntilNow = watchProcessors(serverPid ?? 0)
  const times = await measured()
  phase.processors.push(usedUntilNow())
  for (const what of WAITS) phase.ms[what].push(...times.ms[what])
  phase.failed += times.failed
}

function judge(kind: string, without: Times, beside: Times): Proved[] {
  const rows = WAITS.map((what): Proved => {
    const [before, now] = [at(without.ms[what], 0.95), at(beside.ms[what], 0.95)]
    const more = now / before - 1
    const texts = [0.5, 0.95].map(
      (share) =>
        `p${share * 100} ${at(without.ms[what], share).toFixed(0)} → ${at(beside.ms[what], share).toFixed(0)} ms`,
    )
    const isBeyond = BEYOND.includes(kind)
    return {
      figure: `${what} of ${QUIET} businesses beside ${kind}, p95 ${isBeyond ? 'beyond what is promised' : 'at most 20 % more'}`,
      value: `${texts.join(', ')} (${(more * 100).toFixed(0)} %)`,
      isGood: isBeyond || more <= MOST_MORE || now - before <= LEAST_MS,
    }
  })
  const failed = { figure: `failed beside ${kind}`, value: `${beside.failed}`, isGood: beside.failed === 0 }
  return [...rows, failed]
}

function at(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
