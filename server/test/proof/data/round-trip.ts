import { spawn } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { makeMember } from '#server/identity/fixture.ts'
import { makeArticle, makeFaq } from '#server/knowledge/fixture.ts'
import { makeTenant } from '#server/tenant/fixture.ts'
import { peakOf } from '#test/process-use.ts'
import { COUNTING, countingIn, measureUse, textOfUse, type Use } from './measure-use.ts'
import type { Proved, Proving } from './parts.ts'

/** For take-out and move-in each. */
const MINUTES = 5
const MEGABYTES = 400

/** A business of many tickets goes out and in again by the command line, each in a process of its own. */
export async function proveRoundTrip({ platform, ownerUrl, dataDir, tickets }: Proving): Promise<Proved[]> {
  const { tenant, slug } = await makeTenant(platform)
  const { actor } = await makeMember(tenant, { role: 'owner', name: 'Robin Roe' })
  for (let n = 0; n < 20; n += 1) await makeFaq(tenant)
  await makeArticle(tenant)
  await seedTickets(ownerUrl, { tenantId: tenant.id, memberId: actor.userId, tickets })
  const file = join(dataDir, 'business.tar.gz')
  const out = await measure(dataDir, ['take-out', slug, file])
  const bytes = (await stat(file)).size
  const back = await measure(dataDir, ['move-in', file])
  const [first, second] = [out, back].map(({ text }) => /\b[0-9a-f]{64}\b/.exec(text)?.[0])
  const time = (name: string, use: Use): Proved => ({
    figure: `${name} (at most ${MINUTES} min)`,
    value: textOfUse(use, tickets),
    isGood: use.seconds / 60 <= MINUTES,
  })
  const memory = (name: string, megabytes: number): Proved => ({
    figure: `${name}, largest memory (at most ${MEGABYTES} MB)`,
    value: megabytes === 0 ? 'not measured on this system' : `${megabytes} MB`,
    isGood: megabytes <= MEGABYTES,
  })
  return [
    { figure: 'tickets', value: tickets.toLocaleString('en'), isGood: true },
    { figure: 'archive', value: `${Math.round(bytes / 1e6)} MB`, isGood: true },
    { figure: 'content hash taken out', value: first ?? out.text, isGood: first !== undefined },
    { figure: 'content hash moved in', value: second ?? back.text, isGood: first !== undefined && second === first },
    time('take-out', out.use),
    time('move-in', back.use),
    memory('take-out', out.megabytes),
    memory('move-in', back.megabytes),
  ]
}

async function measure(dataDir: string, args: string[]) {
  const { program, args: flags } = COUNTING
  const counting = countingIn(dataDir)
  const child = spawn(program, [...flags, 'server/src/cli/main.ts', ...args], {
    env: { ...process.env, DATA_DIR: dataDir, ...counting },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const pid = child.pid ?? 0
  const readUse = await measureUse(dataDir, () => [pid])
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  }
  let bytes = 0
  const watch = setInterval(() => {
    bytes = Math.max(bytes, peakOf(pid))
    readUse()
  }, 200)
  await new Promise((resolve) => child.on('close', resolve))
  clearInterval(watch)
  return { use: readUse(), megabytes: Math.round(bytes / 1024 / 1024), text }
}

type Seed = { tenantId: string; memberId: string; tickets: number }
const STEP = 5000

/** Tickets with three messages each, of a thousand customers. Written by SQL, as a year of work would have left them. */
async function seedTickets(ownerUrl: string, { tenantId, memberId, tickets }: Seed): Promise<void> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    // Words are not taken out: nothing is to be searched here.
    await client.query("SET app.words_later = 'on'")
    await client.query(
      `INSERT INTO customer (tenant_id, id, name, email, plan, is_demo, joined_at, last_active_at)
       SELECT $1, gen_random_uuid(), 'Customer ' || n, 'customer' || n || '@shop.example', 'Basic', false, now(), now() FROM generate_series(1, 1000) n`,
      [tenantId],
    )
    await client.query(
      'CREATE TEMP TABLE seeded (n int PRIMARY KEY, conversation uuid, ticket uuid, customer uuid, name text, email text)',
    )
    await client.query(
      `INSERT INTO seeded SELECT n, gen_random_uuid(), gen_random_uuid(), c.id, c.name, c.email FROM generate_series(1, $2::int) n
       JOIN (SELECT row_number() OVER (ORDER BY email) AS at, id, name, email FROM customer WHERE tenant_id = $1) c ON c.at = 1 + n % 1000`,
      [tenantId, tickets],
    )
    for (let from = 1; from <= tickets; from += STEP) {
      for (const text of SEED)
        await client.query(text, [tenantId, memberId, from, from + STEP - 1].slice(0, /\$4/.test(text) ? 4 : 3))
    }
    await client.query(
      'INSERT INTO tenant_counter (tenant_id, last_ticket_number) VALUES ($1, $2) ON CONFLICT (tenant_id) DO UPDATE SET last_ticket_number = $2',
      [tenantId, tickets],
    )
    await client.query('ANALYZE')
  } finally {
    await client.end()
  }
}

const RANGE = 'n BETWEEN $3 AND $4'
/** $1: tenant, $2: member, $3 and $4: from which to which ticket. */
const SEED = [
  `INSERT INTO conversation (tenant_id, id, channel, state, customer_id, ticket_id, seq, message_count, preview, created_at, updated_at)
   SELECT $1, conversation, 'form', 'human', customer, ticket, 3, 3, 'Thank you', now() - n * interval '5 minutes', now() - n * interval '4 minutes'
   FROM seeded WHERE ${RANGE} AND $2::uuid IS NOT NULL`,
  `INSERT INTO message (tenant_id, id, conversation_id, seq, changed_seq, author, author_id, author_name, body, created_at)
   SELECT $1, gen_random_uuid(), conversation, s, s, CASE s WHEN 2 THEN 'member' ELSE 'customer' END, CASE s WHEN 2 THEN $2::uuid END,
     CASE s WHEN 2 THEN 'Robin Roe' ELSE name END,
     'Message ' || s || ' about order ' || n || ': the parcel of ' || name || ' was to arrive on Monday and did not. ' || md5(n::text || s), now() - n * interval '5 minutes' + s * interval '10 seconds'
   FROM seeded, generate_series(1, 3) s WHERE ${RANGE}`,
  `INSERT INTO ticket (tenant_id, id, number, conversation_id, customer_id, customer_name, customer_email, subject, description, status, priority,
     priority_label, category, source, assignee_id, tags, created_at, updated_at, last_message_at)
   SELECT $1, ticket, n, conversation, customer, name, email, 'Order ' || n || ' is late', 'The parcel did not arrive.', 'open', 'medium', 'medium', 'general', 'form', $2::uuid,
     ARRAY['late'], now() - n * interval '5 minutes', now() - n * interval '4 minutes', now() - n * interval '4 minutes'
   FROM seeded WHERE ${RANGE}`,
]
