import { Client, type PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRule, switchRule } from '#contracts/automation/rule.ts'
import { signIn } from '#contracts/identity/session.ts'
import type { AutomationRuleId } from '#contracts/ids.ts'
import { queueTimeRules } from '#server/automation/rules/time-rules.ts'
import { emailOf, guestToken, PASSWORD, SLUGS, seedDatabase } from './bulk-rows.ts'
import { seedYear } from './bulk-year.ts'
import { clientOf, type TestClient } from './client.ts'
import { type Harness, startHarness } from './harness.ts'
import { queryAsOwner } from './owner-query.ts'

/** Tables that grow with the customers: they must be read by an index that begins with the tenant. */
const GROWING = new Set(['ticket', 'message', 'conversation', 'customer', 'guest'])

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  'Index Name'?: string
  Plans?: Plan[]
}
type Statement = { text: string; values: unknown[] }

let harness: Harness
let desk: TestClient
let large: TestClient
let guest: TestClient
let tenantId: string

beforeAll(async () => {
  harness = await startHarness({})
  const owner = new Client({ connectionString: harness.database.ownerUrl })
  await owner.connect()
  await seedDatabase(owner, { tickets: 20_000, largeTickets: 10_000, guests: 500 })
  // With none of them, two indexes of snoozed tickets cost the same, and the planner may take either.
  await owner.query(
    `UPDATE ticket SET snoozed_until = now() + random() * interval '30 days' WHERE id IN (SELECT id FROM ticket LIMIT 1000)`,
  )
  await owner.query('ANALYZE ticket')
  // Of an empty table any index costs the same.
  await owner.query(
    `INSERT INTO article (tenant_id, id, slug, title, summary, body, category)
     SELECT id, gen_random_uuid(), 'article-' || n, 'Track order ' || n, 'Where it is.', 'On its way.', 'Basics'
     FROM tenant, generate_series(1, 100) n WHERE slug = $1`,
    [SLUGS.live],
  )
  await owner.query('ANALYZE article')
  await owner.end()
  const signedIn = async (slug: string) => {
    const body = JSON.stringify({ email: emailOf(slug), password: PASSWORD, portal: 'business' })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${harness.url}${signIn.path}`, { method: signIn.method, headers, body })
    return clientOf(harness.url, { cookie: response.headers.getSetCookie().join('; ') })
  }
  desk = await signedIn(SLUGS.live)
  large = await signedIn(SLUGS.large)
  guest = clientOf(harness.url, { authorization: `Bearer ${guestToken(7)}` })
  const [row] = await queryAsOwner<{ id: string }>(harness.database.ownerUrl, 'SELECT id FROM tenant WHERE slug = $1', [
    SLUGS.live,
  ])
  tenantId = row?.id ?? ''
}, 120_000)
afterAll(() => harness.stop())

/** The statements that the server sends to the database during `work`. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const { pool } = harness.platform.db
  const sent = new Map<string, Statement>()
  const listen = (client: PoolClient) => {
    const { query } = client
    const record = (given: unknown, values: unknown) => {
      const text = typeof given === 'string' ? given : (given as { text?: string } | null)?.text
      if (text && !/^(BEGIN|COMMIT|ROLLBACK|SET LOCAL|SELECT (set_config|pg_))/.test(text)) {
        sent.set(text, { text, values: (values ?? (given as { values?: unknown[] }).values ?? []) as unknown[] })
      }
    }
    client.query = ((given: unknown, values: unknown, ...rest: unknown[]) => {
      record(given, Array.isArray(values) ? values : undefined)
      return (query as (...all: unknown[]) => unknown).call(client, given, values, ...rest)
    }) as typeof client.query
    return () => {
      client.query = query
    }
  }
  const undo: (() => void)[] = []
  const acquired = (client: PoolClient) => {
    undo.push(listen(client))
  }
  pool.on('acquire', acquired)
  try {
    await work()
  } finally {
    pool.off('acquire', acquired)
    for (const restore of undo.reverse()) restore()
  }
  return [...sent.values()]
}

/** Every scan of a statement's plan, for the serving role and its tenant. The statement is not executed. */
async function scansOf({ text, values }: Statement): Promise<Plan[]> {
  const client = new Client({ connectionString: harness.database.appUrl })
  await client.connect()
  try {
    await client.query(`BEGIN; SELECT set_config('app.tenant_id', '${tenantId}', true)`)
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`EXPLAIN (FORMAT JSON) ${text}`, values)
    return flat(rows[0]?.['QUERY PLAN'][0]?.Plan)
  } finally {
    await client.end()
  }
}

const flat = (plan: Plan | undefined): Plan[] => (plan ? [plan, ...(plan.Plans ?? []).flatMap(flat)] : [])

const isWhole = (plan: Plan): boolean =>
  plan['Node Type'] === 'Seq Scan' ||
  (/^Index (Only )?Scan|^Bitmap Index Scan/.test(plan['Node Type']) && !plan['Index Cond']?.includes('tenant_id'))

const isWholeSort = (plan: Plan): boolean =>
  plan['Node Type'] === 'Sort' && !flat(plan).some((part) => part['Node Type'] === 'Limit')

/** The scans that read a whole growing table, or other tenants' part of an index. */
function wholeScans(scans: Plan[]): string[] {
  const growing = scans.filter(
    (plan) => GROWING.has(plan['Relation Name'] ?? '') || plan['Node Type'] === 'Bitmap Index Scan',
  )
  return growing.filter(isWhole).map((plan) => `${plan['Node Type']} ${plan['Relation Name'] ?? plan['Index Name']}`)
}

async function expectIndexed(work: () => Promise<unknown>, least = 1, isInOrder = false): Promise<void> {
  const statements = await statementsOf(work)
  expect(statements.length).toBeGreaterThanOrEqual(least)
  for (const statement of statements) {
    const scans = await scansOf(statement)
    expect(wholeScans(scans), statement.text).toEqual([])
    // The index gives the rows in their order, so that the cost of a page does not grow with the table; the rows of one page may be sorted.
    if (isInOrder) expect(scans.filter(isWholeSort), statement.text).toEqual([])
  }
}

const get = (client: TestClient, path: string) => async () => {
  const response = await client.raw(path)
  expect(response.status, await response.text()).toBe(200)
}

const post = (client: TestClient, path: string, body: object) => async () => {
  const headers = { 'content-type': 'application/json' }
  const response = await client.raw(path, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(response.status, await response.text()).toBeLessThan(300)
}

const firstTicket = async (client: TestClient): Promise<string> =>
  ((await (await client.raw('/api/tickets?limit=1')).json()) as { items: { id: string }[] }).items[0]?.id ?? ''

describe('index use of the desk’s queries', () => {
  const queries = [
    '',
    '?statuses=open',
    '?statuses=closed&priorities=urgent',
    '?priorities=low',
    '?assignees=me',
    '?assignees=none',
    '?statuses=waiting&assignees=none&priorities=high',
    '?statuses=open&statuses=waiting&channels=form&ratings=none&tags=a&tags=b&createdWithinDays=30&unread=yes',
    '?utmSources=email',
    '?words=order%20123',
    '?words=%2312',
  ]
  for (const query of queries) {
    // A filter that few rows match may be applied before sorting.
    it(`[T1] the ticket list ${query || 'without filters'}`, () =>
      expectIndexed(get(large, `/api/tickets${query}`), 2, !/words|assignees=none&|createdWithinDays/.test(query)))
  }
  for (const query of ['', '?sort=name&direction=asc', '?sort=joined'])
    it(`[C1] the customer list ${query || 'by activity'}`, () =>
      expectIndexed(get(large, `/api/customers${query}`), 2, true))
  it('[C1] the customer list by its search', () => expectIndexed(get(large, '/api/customers?search=customer12'), 2))
  it('[C1] a customer with timeline', async () => {
    const { items } = (await (await large.raw('/api/customers?limit=1')).json()) as { items: { id: string }[] }
    await expectIndexed(get(large, `/api/customers/${items[0]?.id}`), 4)
    await expectIndexed(get(large, `/api/customers/${items[0]?.id}/timeline`), 4)
  })
  it('[T1] the ticket counters', () => expectIndexed(get(large, '/api/tickets/counters'), 2))
  it('[T11] twenty saved views with their counters, which read no ticket', async () => {
    const filters = [{ statuses: ['open'] }, { assignees: ['me'] }, { priorities: ['high'], channels: ['form'] }, {}]
    for (let n = 0; n < 20; n += 1) {
      const body = { id: crypto.randomUUID(), name: `View ${n}`, audience: 'shared', filter: filters[n % 4] }
      await post(large, '/api/ticket-views', body)()
    }
    const statements = await statementsOf(get(large, '/api/ticket-views'))
    expect(statements.length).toBeGreaterThanOrEqual(2)
    for (const statement of statements) {
      expect(statement.text).not.toMatch(/\b(FROM|JOIN) "?ticket"?\b/i)
      expect((await scansOf(statement)).filter(({ 'Relation Name': name }) => name === 'ticket')).toEqual([])
    }
  })
  it('[T2] a ticket with its thread, customer and history', async () => {
    const id = await firstTicket(large)
    await expectIndexed(get(large, `/api/tickets/${id}`), 5)
  })
  it('[T2] a new ticket', () =>
    expectIndexed(post(desk, '/api/tickets', { id: crypto.randomUUID(), subject: 'A', description: 'B' }), 5))
  it('[T5] a reply', async () => {
    const id = await firstTicket(desk)
    const message = { id: crypto.randomUUID(), body: 'We look into it.', visibility: 'public', fileIds: [] }
    await expectIndexed(post(desk, `/api/tickets/${id}/messages`, message), 4)
  })
})

describe('index use of the reports', () => {
  let reader: TestClient
  beforeAll(async () => {
    const made = await harness.tenant()
    reader = await harness.member(made)
    await seedYear(harness.database.ownerUrl, made.tenant.id, { tickets: 4000, chats: 2000 })
  }, 120_000)
  for (const path of [
    'reports/tickets?last=365',
    'reports/tickets/by?last=365&dimension=category',
    'reports/tickets/by?last=365&dimension=link',
    'reports/assistant?last=365',
    'reports/assistant/chats?last=365&outcome=assumed',
    'overview',
  ])
    it(`[S6] ${path}`, () => expectIndexed(get(reader, `/api/${path}`), 2))
})

describe('index use of the portal’s queries', () => {
  const portal = `/api/portal/${SLUGS.live}`
  const ownChat = async (): Promise<string> => {
    const { items } = (await (await guest.raw(`${portal}/conversations`)).json()) as {
      items: { id: string; state: string }[]
    }
    return items.find(({ state }) => state === 'ai')?.id ?? ''
  }
  it('[U1] the portal', () => expectIndexed(get(guest, portal)))
  it('[H2] the guest’s chats', () => expectIndexed(get(guest, `${portal}/conversations`), 2))
  it('[U7] the guest’s past chats', () => expectIndexed(get(guest, `${portal}/chat-history`), 2))
  it('[U5] the guest’s tickets', () => expectIndexed(get(guest, `${portal}/tickets`), 2))
  it('[H1] a chat', async () => {
    const id = await ownChat()
    await expectIndexed(get(guest, `${portal}/conversations/${id}`), 3)
  })
  it('[H1] a message and its answer', async () => {
    const id = await ownChat()
    const live = await guest.stream(`${portal}/conversations/${id}/stream`)
    const message = { id: crypto.randomUUID(), body: 'what is your return policy', fileIds: [] }
    await expectIndexed(async () => {
      await post(guest, `${portal}/conversations/${id}/messages`, message)()
      await live.waitFor('message.created', (event) => event.message.author === 'assistant')
    }, 8)
    live.close()
  })
  it('[U3] questions and articles to begin with: the newest answers by their index, and the articles and FAQs of the business alone', async () => {
    const owner = new Client({ connectionString: harness.database.ownerUrl })
    await owner.connect()
    // Every business has some, and one of them many answers.
    await owner.query(
      `INSERT INTO article (tenant_id, id, slug, title, summary, body, category, views)
       SELECT id, gen_random_uuid(), 'begin-' || n, 'Begin ' || n, 'Where.', 'Here.', 'Basics', n FROM tenant, generate_series(1, 60) n`,
    )
    await owner.query(
      `INSERT INTO faq (tenant_id, id, question, answer)
       SELECT id, gen_random_uuid(), 'Begin with ' || n || '?', 'So.' FROM tenant, generate_series(1, 60) n`,
    )
    await owner.query(
      `INSERT INTO knowledge_use (tenant_id, message_id, kind, source_id, at)
       SELECT f.tenant_id, gen_random_uuid(), 'faq', f.id, now() - n * interval '1 minute'
       FROM faq f, generate_series(1, 100) n WHERE f.tenant_id IN (SELECT id FROM tenant WHERE slug IN ($1, $2))`,
      [SLUGS.live, SLUGS.large],
    )
    await owner.query('ANALYZE article; ANALYZE faq; ANALYZE knowledge_use')
    await owner.end()
    const statements = await statementsOf(get(guest, `${portal}/starters`))
    const scansFrom = async (table: string) => {
      const reading = statements.filter(({ text }) => text.includes(table))
      const scans = (await Promise.all(reading.map(scansOf))).flat()
      return scans.filter((plan) => plan['Relation Name'] === table || plan['Index Name']?.startsWith(`${table}_`))
    }
    for (const table of ['article', 'faq', 'knowledge_use']) {
      const scans = await scansFrom(table)
      expect(scans, table).not.toEqual([])
      const own = scans.filter((plan) => plan['Node Type'] !== 'Bitmap Heap Scan')
      expect(own.filter(isWhole), table).toEqual([])
    }
    // Newest first, so that the reading ends at the last answer that counts.
    const asked = statements.find(({ text }) => text.includes('knowledge_use'))!
    expect((await scansOf(asked)).filter(isWholeSort)).toEqual([])
  })
  it('[U3] a ticket from the form', () =>
    expectIndexed(
      post(guest, `${portal}/tickets`, {
        id: crypto.randomUUID(),
        name: 'Casey Poe',
        email: 'casey@example.com',
        subject: 'A',
        description: 'B',
      }),
      6,
    ))
})

describe('index use of the functions that bypass row-level security', () => {
  /** The statement of a function, with its arguments inserted. */
  const bodyOf = async (name: string, values: string[]): Promise<string> => {
    const rows = await queryAsOwner<{ prosrc: string; proargnames: string[] }>(
      harness.database.ownerUrl,
      'SELECT prosrc, proargnames FROM pg_proc WHERE proname = $1',
      [name],
    )
    const { prosrc = '', proargnames = [] } = rows[0] ?? {}
    return values.reduce((text, value, n) => text.replaceAll(new RegExp(`\\b${proargnames[n]}\\b`, 'g'), value), prosrc)
  }
  const NOW = 'now()'
  const functions: [name: string, values: string[], index: string][] = [
    ['search_tickets', ["'(order:* | ord) & (12:*)'"], 'ticket_by_words'],
    ['search_customers', ["'(casey:* | cas) & (poe:*)'", '5'], 'customer_by_words'],
    ['search_faqs', ["'(order:* | ord) & (track:*)'", '5'], 'faq_by_words'],
    ['search_articles', ["'(order:* | ord) & (77:*)'", '5'], 'article_by_words'],
    ['similar_knowledge_words', ["ARRAY['ordre']", "ARRAY['ordre']"], 'faq_by_words'],
    ['similar_words', ["ARRAY['ordre']", "ARRAY['ordre']"], 'ticket_vocabulary_from_end'],
    ['overdue_answers', [NOW, '200'], 'conversation_unanswered'],
    ['tickets_to_close', [`${NOW} - interval '41 days'`, '200'], 'ticket_resolved'],
    ['portal_by_domain', ["'help.bench.example'"], 'tenant_by_custom_domain'],
    ['tickets_to_escalate', [NOW, '200'], 'ticket_to_escalate'],
    ['tickets_to_wake', [NOW, '200'], 'ticket_to_wake'],
    ['automation_events_due', [NOW, '200'], 'automation_event_due'],
    ['sla_checks_due', [NOW, '200'], 'ticket_sla_to_check'],
    ['unsent_mail', [NOW, '200'], 'outbox_unsent'],
    ['unsent_files', [NOW, '200'], 'file_unsent'],
    ['unprocessed_documents', [NOW, '200'], 'document_unprocessed'],
    ['portal_of', ["'bench-3'"], 'tenant_slug_unique'],
    ['memberships_of', ["'9d5e3b1e-6c3b-4a3e-8b49-9f1f2f6a7c11'"], 'member_by_user'],
  ]
  it.each(functions)('%s finds its rows by index', async (name, values, index) => {
    const body = await bodyOf(name, values)
    const owner = new Client({ connectionString: harness.database.ownerUrl })
    await owner.connect()
    // The planner reads tables of few rows whole, whatever the index.
    await owner.query(`SET enable_seqscan = off; SELECT set_config('app.tenant_id', '${tenantId}', false)`)
    const { rows } = await owner.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`EXPLAIN (FORMAT JSON) ${body}`)
    await owner.end()
    const scans = flat(rows[0]?.['QUERY PLAN'][0]?.Plan)
    expect(scans.map((plan) => plan['Index Name'])).toContain(index)
    expect(scans.filter((plan) => plan['Node Type'] === 'Seq Scan')).toEqual([])
  })
})

describe('rules over time', () => {
  it('[T12] read in a minute what became due in it, however many tickets there are', async () => {
    const sinceAll = ['created', 'last_message', 'resolved'] as const
    for (const since of sinceAll) {
      const id = crypto.randomUUID() as AutomationRuleId
      const time = { since, hours: 1 }
      const conditions = { tags: ['never'] }
      const actions = [{ type: 'add_tag' as const, tag: 'due' }]
      await desk.call(createRule, { body: { id, name: since, trigger: 'time_passed', time, conditions, actions } })
      await desk.call(switchRule, { params: { automationRuleId: id }, body: { version: 1, isOn: true } })
    }
    const minute = () => statementsOf(() => queueTimeRules.run(harness.platform))
    // The first minutes look at all that was due before; then one statement of each rule finds nothing.
    for (let n = 0; n < 30; n += 1) await minute()
    const statements = (await minute()).filter(({ text }) => text.includes('automation_event'))
    expect(statements).toHaveLength(sinceAll.length)
    const client = new Client({ connectionString: harness.database.appUrl })
    await client.connect()
    for (const { text, values } of statements) {
      await client.query(`BEGIN; SELECT set_config('app.tenant_id', '${tenantId}', true)`)
      type Row = { 'QUERY PLAN': { Plan: Plan & { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }[] }
      const { rows } = await client.query<Row>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values)
      await client.query('ROLLBACK')
      const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
      expect(plan && plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], text).toBeLessThan(60)
    }
    await client.end()
  })
})
