import { openPlatform } from '#server/cli/open-database.ts'
import { makeMember } from '#server/identity/fixture.ts'
import { makeFaq } from '#server/knowledge/fixture.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { makeTenant } from '#server/tenant/fixture.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import {
  compareWrites,
  makeWriters,
  QUESTION,
  type WriteRequest,
  type Writer,
  waitForAnswers,
} from '#test/proof/writes.ts'
import type { Proved } from './parts.ts'

/** A business with a team and guests, and what was acknowledged to them. */
export type Site = {
  slug: string
  email: string
  password: string
  writers: Writer[]
  acknowledged: WriteRequest[]
}

export const KEY = Buffer.alloc(32, 11).toString('base64')

/** The settings that all nodes of a proof share. */
export const nodeSettings = (port: number, dataDir: string, database: Record<string, string>) => ({
  PORT: String(port),
  DATA_DIR: dataDir,
  MASTER_KEY: KEY,
  DEMO: 'false',
  LOG_LEVEL: 'warn',
  RATE_FACTOR: '100000',
  ADDRESS_TICKETS_PER_HOUR: '1000000',
  TENANT_TICKETS_PER_HOUR: '1000000',
  ...database,
})

/** Migrates the database and makes the business in it; `more` is done with the business. */
export async function prepareSite(
  settings: Record<string, string>,
  clients: number,
  more: (tenant: Tenant) => Promise<unknown> = async () => undefined,
): Promise<Site> {
  const { platform, close } = await openPlatform(readConfig(settings))
  try {
    const { tenant, slug } = await makeTenant(platform)
    const { email, password } = await makeMember(tenant, { role: 'owner' })
    await makeFaq(tenant, { question: QUESTION })
    await more(tenant)
    return { slug, email, password, writers: await makeWriters(tenant, clients), acknowledged: [] }
  } finally {
    await close()
  }
}

const UNFINISHED = `SELECT count(*)::int AS n FROM pgboss.job WHERE state IN ('created', 'retry', 'active') AND start_after < now() + interval '5 s'`
const FAILED = `SELECT count(*)::int AS n FROM pgboss.job WHERE state = 'failed'`

/** Once everything has settled: that nothing acknowledged is lost or doubled, every question is answered, and no job is left or failed. */
export async function settled(site: Site, ownerUrl: string, limitMs: number): Promise<Proved[]> {
  const ask = (text: string) => queryAsOwner<{ n: number }>(ownerUrl, text)
  const unanswered = await waitForAnswers(ask, limitMs)
  const until = Date.now() + limitMs
  while ((await ask(UNFINISHED))[0]?.n !== 0 && Date.now() < until) await new Promise((done) => setTimeout(done, 250))
  const jobs = { left: (await ask(UNFINISHED))[0]?.n ?? -1, failed: (await ask(FAILED))[0]?.n ?? -1 }
  const { acknowledged, lost, duplicated } = await compareWrites(ownerUrl, site.acknowledged)
  const wrong = [...lost, ...duplicated].slice(0, 3).join('; ')
  return [
    {
      figure: 'acknowledged writes, lost, doubled',
      value: `${acknowledged}, ${lost.length}, ${duplicated.length} ${wrong}`.trim(),
      isGood: acknowledged > 0 && lost.length + duplicated.length === 0,
    },
    { figure: 'questions without an answer', value: String(unanswered), isGood: unanswered === 0 },
    {
      figure: 'jobs left, failed',
      value: `${jobs.left}, ${jobs.failed}`,
      isGood: jobs.left === 0 && jobs.failed === 0,
    },
  ]
}
