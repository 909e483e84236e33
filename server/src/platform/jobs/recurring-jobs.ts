import type { Platform } from '#server/platform/platform.ts'
import type { RecurringJob } from './job.ts'

/** First run soon after the start: what a killed process left behind is picked up at once. */
const FIRST_RUN_MS = 1500

/** Lets the chores come round until stopped. A database lock keeps each to one process at a time. */
export function startRecurringJobs(platform: Platform, chores: readonly RecurringJob[]): () => void {
  const timers = chores.map((chore, index) => {
    const turn = () => {
      runAlone(platform, chore, index).catch((error: unknown) =>
        platform.log.warn({ err: error, chore: chore.name }, 'a chore failed; it comes round again'),
      )
    }
    const first = setTimeout(turn, FIRST_RUN_MS)
    const rounds = setInterval(turn, chore.everySeconds * 1000)
    return [first, rounds] as const
  })
  return () => {
    for (const [first, rounds] of timers) {
      clearTimeout(first)
      clearInterval(rounds)
    }
  }
}

/** Does a chore's work on each of what it found: one that fails is logged, and does not keep the others from their turn. */
export async function runForEach<Found>(
  platform: Platform,
  found: readonly Found[],
  run: (one: Found) => Promise<void>,
): Promise<void> {
  for (const one of found) {
    await run(one).catch((error: unknown) => platform.log.warn({ err: error, found: one }, 'a piece of a chore failed'))
  }
}

const CHORE_LOCKS = 7_337_100

async function runAlone(platform: Platform, chore: RecurringJob, index: number): Promise<void> {
  const client = await platform.db.pool.connect()
  try {
    const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [
      CHORE_LOCKS + index,
    ])
    if (!rows[0]?.got) return
    try {
      await chore.run(platform)
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [CHORE_LOCKS + index])
    }
  } finally {
    client.release()
  }
}
