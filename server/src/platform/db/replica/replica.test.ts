import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getKnowledgeAnalytics } from '#contracts/knowledge/analytics.ts'
import { listArticles, readArticle } from '#contracts/knowledge/article.ts'
import { listDeskArticles } from '#contracts/knowledge/article-editing.ts'
import { listAuditEntries } from '#contracts/owner/operations.ts'
import { getPlatformStats } from '#contracts/owner/overview.ts'
import { listTenants } from '#contracts/owner/tenant.ts'
import { getOverview } from '#contracts/report/overview.ts'
import { getAssistantReport, getTicketReport, getTicketReportBy, listReportedChats } from '#contracts/report/report.ts'
import { getSettings, saveSettings } from '#contracts/tenant/settings.ts'
import { listTickets } from '#contracts/ticket/ticket.ts'
import { makeArticle } from '#server/knowledge/fixture.ts'
import { publishKnowledge } from '#server/knowledge/live-events.ts'
import { makeOwner } from '#server/owner/fixture.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { clientOf, pathOf } from '#test/client.ts'
import { measureCall } from '#test/database-use.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { type ReplicaStandIn, replicaStandIn } from '#test/replica.ts'
import { readAs } from './reader.ts'

let h: Harness
let replica: ReplicaStandIn
let made: TestTenant
beforeEach(async () => {
  replica = await replicaStandIn()
  h = await startHarness({ env: { DATABASE_READ_URL: replica.url, ROLE: 'web' } })
  made = await h.tenant()
  await makeArticle(made.tenant, { title: 'Of the primary' })
})
afterEach(async () => {
  await h.stop()
  await replica.accept()
  await replica.drop()
})

const NAME = 'SELECT current_database() AS name'
const CHANGED = { confidenceThreshold: 0.7 }

const asReader = <T>(run: () => Promise<T>) => readAs({ mayBeStale: true, hasChanged: false }, run)
/** The database that a read of a tenant runs on, for somebody who has changed nothing. */
const serverOf = ({ tenant }: { tenant: Tenant }) =>
  asReader(() => tenant.readStale(async (t) => (await t.sql<{ name: string }>(NAME))[0]?.name))
const nameOfPrimary = () => new URL(h.database.ownerUrl).pathname.slice(1)

/** The replica has no article: whoever finds one was answered by the primary. */
const titles = async (headers: Record<string, string> = {}) => {
  const { items } = await clientOf(h.url, headers).call(listArticles, { params: { slug: made.slug } })
  return items.map(({ title }) => title)
}
const LONG = { timeout: 20_000 }
const untilUsed = () => expect.poll(() => serverOf(made), LONG).toBe(replica.name)
const countOf = async (labels: string) => {
  const line = (await h.platform.metrics.text()).split('\n').find((one) => one.includes(`stale_reads_total{${labels}}`))
  return Number(line?.split(' ').at(-1) ?? 0)
}

describe('a read that may be stale', () => {
  it('runs on the replica, of a business and of none; jobs and all other reads run on the primary', async () => {
    await untilUsed()
    await expect.poll(() => asReader(() => h.platform.db.queryStale(NAME)), LONG).toEqual([{ name: replica.name }])
    await expect.poll(() => titles(), LONG).toEqual([])
    const outside = await made.tenant.readStale((t) => t.sql(NAME))
    const [read] = await asReader(() => made.tenant.read((t) => t.sql(NAME)))
    expect([outside, [read]]).toEqual([[{ name: nameOfPrimary() }], [{ name: nameOfPrimary() }]])
    expect(await countOf('server="replica",cause="none"')).toBeGreaterThan(1)
    expect(await h.platform.metrics.text()).toMatch(/^segue_db_replica_lag_seconds 0\.\d+$/m)
  })

  it('waits for the database no oftener than on the primary', async () => {
    await untilUsed()
    const measure = (run: () => Promise<unknown>) => measureCall(() => asReader(run))
    const ask = (t: Tx) => t.sql(NAME)
    // A connection that is opened now waits for its sign-in, not for a statement.
    await expect
      .poll(() => measure(() => made.tenant.readStale(ask)), LONG)
      .toMatchObject({ roundTrips: 1, statements: 1, commits: 0 })
    expect(await measure(() => h.platform.db.queryStale(NAME))).toMatchObject({ roundTrips: 1, statements: 1 })
  })

  it('is a report, an overview, an article, a help center, and the lists and figures of the super-admin, and no other', async () => {
    const owner = await makeOwner(h)
    const member = await h.member(made, 'owner')
    const counted = async (run: () => Promise<unknown>) => {
      const sum = async () =>
        [...(await h.platform.metrics.text()).matchAll(/stale_reads_total\{.+\} (\d+)/g)].reduce(
          (all, [, count]) => all + Number(count),
          0,
        )
      const before = await sum()
      await run()
      return (await sum()) - before
    }
    const calls = {
      tickets: () => member.call(getTicketReport),
      by: () => member.call(getTicketReportBy, { query: { dimension: 'agent' } }),
      assistant: () => member.call(getAssistantReport),
      chats: () => member.call(listReportedChats, { query: { outcome: 'person' } }),
      knowledge: () => member.call(getKnowledgeAnalytics),
      overview: () => member.call(getOverview),
      article: () => h.visitor().raw(pathOf(readArticle, { params: { slug: made.slug, articleSlug: 'pedals' } })),
      articles: () => titles(),
      businesses: () => owner.call(listTenants),
      figures: () => owner.call(getPlatformStats),
      audit: () => owner.call(listAuditEntries),
    }
    for (const [name, run] of Object.entries(calls)) expect(await counted(run), name).toBe(1)
    for (const endpoint of [listTickets, listDeskArticles, getSettings] as const)
      expect(await counted(() => member.call(endpoint as typeof listTickets)), endpoint.path).toBe(0)
  })

  it('is refused every change there', async () => {
    await untilUsed()
    const writing = asReader(() => made.tenant.readStale((t) => t.sql(`UPDATE tenant SET name = 'Other'`)))
    await expect(writing).rejects.toMatchObject({ code: '25006' })
  })

  it('is one of the serving role and of its business there too, so that row-level security shows no other', async () => {
    const read = () =>
      asReader(() =>
        made.tenant.readStale((t) =>
          t.sql(`SELECT current_user AS role, current_setting('app.tenant_id') AS tenant, current_database() AS name`),
        ),
      )
    const role = new URL(replica.url).username
    await expect.poll(read, LONG).toEqual([{ role, tenant: made.tenant.id, name: replica.name }])
  })
})

describe('who changed something', () => {
  it('is marked by a cookie for 10 s, and reads from the primary as long as the browser sends it', async () => {
    await untilUsed()
    const owner = await h.member(made, 'owner')
    const { version } = await owner.call(getSettings)
    const send = (body: object) =>
      owner.raw(saveSettings.path, {
        method: 'PATCH',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      })
    const mark = 'segue-changed=1; Max-Age=10; Path=/; HttpOnly; SameSite=Lax'
    const [saved, refused] = [
      await send({ version, aiSettings: CHANGED }),
      await send({ version, aiSettings: CHANGED }),
    ]
    expect([saved.status, refused.status]).toEqual([200, 409])
    for (const { headers } of [saved, refused]) expect(headers.getSetCookie()).toContain(mark)
    const read = await owner.raw(listDeskArticles.path)
    expect(read.headers.getSetCookie()).toEqual([])
    await expect.poll(() => titles(), LONG).toEqual([])
    for (let n = 0; n < 5; n += 1) expect(await titles({ cookie: 'segue-changed=1' })).toEqual(['Of the primary'])
  })

  it('reads from the primary within the request that changed, and is marked then too', async () => {
    await untilUsed()
    const reader = { mayBeStale: true, hasChanged: false }
    const [row] = await readAs(reader, async () => {
      await made.tenant.tx((t) => t.sql('SELECT 1'))
      return made.tenant.readStale((t) => t.sql(NAME))
    })
    expect([row, reader.hasChanged]).toEqual([{ name: nameOfPrimary() }, true])
  })

  it('reads from the primary always where a token or key is sent, whose sender keeps no cookies', async () => {
    await untilUsed()
    expect(await titles({ authorization: 'Bearer of-somebody' })).toEqual(['Of the primary'])
  })

  it('is shown to everybody else as soon as this process got its live event, though the replica does not have it yet', async () => {
    await untilUsed()
    const arrived = new Promise<void>((resolve) =>
      h.platform.live.onDeskEvent((_, { type }) => type === 'knowledge.changed' && resolve()),
    )
    await replica.pause()
    await makeArticle(made.tenant, { title: 'Saved' })
    await made.tenant.tx(async (t) => publishKnowledge(t, 'articles'))
    await arrived
    for (let n = 0; n < 10; n += 1) expect(await titles()).toContain('Saved')
    await replica.goOn()
    await untilUsed()
  })
})

describe('a replica that is no good', () => {
  it('is left for the primary while it is behind, and used again', async () => {
    await untilUsed()
    await replica.fallBack()
    for (let n = 0; n < 5; n += 1) expect(await titles()).toEqual(['Of the primary'])
    expect(await serverOf(made)).toBe(nameOfPrimary())
    expect(await countOf('server="primary",cause="behind"')).toBeGreaterThan(0)
    await replica.goOn()
    await untilUsed()
  })

  it('fails no request when it ends every connection and refuses new ones', async () => {
    await untilUsed()
    await replica.refuse()
    for (let n = 0; n < 5; n += 1) expect(await titles()).toEqual(['Of the primary'])
    const [row] = await asReader(() => h.platform.db.queryStale(NAME))
    expect(row).toEqual({ name: nameOfPrimary() })
    await replica.accept()
    await untilUsed()
  })

  it('does not decide: what fails there, and what the product refuses by what it has, runs on the primary', async () => {
    await untilUsed()
    await replica.breakArticles()
    expect(await titles()).toEqual(['Of the primary'])
    await untilUsed()
    const servers: string[] = []
    const refused = asReader(() =>
      made.tenant.readStale(async (t) => {
        servers.push((await t.sql<{ name: string }>(NAME))[0]?.name ?? '')
        throw notFound('article')
      }),
    )
    await expect(refused).rejects.toMatchObject({ code: 'not_found' })
    expect(servers).toEqual([replica.name, nameOfPrimary()])
  })
})
