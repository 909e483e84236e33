import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import { findHelpAnswer } from '#contracts/knowledge/help-answer.ts'
import { openPlatform } from '#server/cli/open-database.ts'
import { readConfig } from '#server/platform/config.ts'
import { SLUGS, seedDatabase } from '#test/bulk-rows.ts'
import { clientOf } from '#test/client.ts'
import { summarize } from '#test/load/measurement.ts'
import { freePort, residentBytes, startProcess } from '#test/proof/server-process.ts'
import type { Proved, Scale } from './parts.ts'
import { type DatabaseServer, startPrimary } from './postgres.ts'
import { cleaningUp, passingFolder } from './programs.ts'
import { nodeSettings } from './site.ts'

const TENANTS = 10_000
/** More than the search holds the indexes of, several times. */
const ASKED = 1000
const CLIENTS = 4
const MOST_COLD_MS = 1000
/** After the first fifth, in which the caches fill. */
const MOST_GROWTH = 1.1

/** The first question to each of a thousand of 10,000 businesses, and the memory that their indexes take. */
export const proveSearch = ({ print }: Scale): Promise<Proved[]> =>
  cleaningUp(async (later) => {
    const folder = await passingFolder('search', later)
    const database = await startPrimary(folder)
    later(database.stop)
    const settings = nodeSettings(await freePort(), folder, { DATABASE_URL: database.ownerUrl })
    await (await openPlatform(readConfig(settings))).close()
    const questions = await fill(database)
    print(`  ${TENANTS.toLocaleString('en')} businesses with ${questions.length} FAQs each`)
    const node = await startProcess(settings)
    later(async () => {
      node.child.kill('SIGTERM')
      await node.exited
    })
    const bytes: number[] = []
    const durations: number[] = []
    let answered = 0
    const ask = async (n: number) => {
      const search = questions[n % questions.length] ?? ''
      const began = performance.now()
      const params = { slug: `${SLUGS.quiet}-${n}` }
      const { answer } = await clientOf(node.url).call(findHelpAnswer, { params, query: { search } })
      durations.push(performance.now() - began)
      if (answer) answered += 1
      bytes.push(await residentBytes(node.child.pid))
    }
    // The first search of a process starts its thread.
    await ask(ASKED)
    let next = 0
    const loop = async () => {
      while (next < ASKED) await ask(next++)
    }
    await Promise.all(Array.from({ length: CLIENTS }, loop))
    return figures(durations.slice(1), bytes, answered)
  })

function figures(durations: number[], bytes: number[], answered: number): Proved[] {
  const { p50, p95, max } = summarize(durations, 1)
  const filled = Math.max(...bytes.slice(0, ASKED / 5))
  const end = Math.max(...bytes.slice(-ASKED / 5))
  const mb = (value: number) => `${Math.round(value / 1e6)} MB`
  return [
    {
      figure: `first answer of a business, p95 (at most ${MOST_COLD_MS} ms)`,
      value: `${Math.round(p95)} ms, median ${Math.round(p50)} ms, slowest ${Math.round(max)} ms; ${answered} answered`,
      isGood: p95 <= MOST_COLD_MS && answered > ASKED / 2,
    },
    {
      figure: `memory after ${ASKED} businesses, of that after ${ASKED / 5} (at most ${MOST_GROWTH} times)`,
      value: `${mb(end)}, ${mb(filled)}: ${(end / filled).toFixed(2)} times`,
      isGood: end <= filled * MOST_GROWTH,
    },
  ]
}

const BUSINESSES = `
  INSERT INTO tenant (id, slug, name, business_info, branding, ai_settings, customer_experience)
  SELECT gen_random_uuid(), slug || '-' || n, 'Business ' || n, business_info, branding, ai_settings, customer_experience
  FROM tenant, generate_series(0, $1::int - 1) n WHERE slug = $2`

const KNOWLEDGE = `
  INSERT INTO faq (tenant_id, id, question, answer, phrasings, category, priority)
  SELECT t.id, gen_random_uuid(), f->>'question', (f->>'answer') || ' ' || t.name || '.',
    ARRAY(SELECT jsonb_array_elements_text(f->'phrasings')), f->>'category', f->>'priority'
  FROM tenant t, jsonb_array_elements($1::jsonb) f WHERE t.slug LIKE $2 || '-%'`

/** Makes the businesses with their knowledge; gives the questions that it answers. */
async function fill({ adminUrl }: DatabaseServer): Promise<string[]> {
  const faqs = await readFile(new URL('../../../src/demo/hollowbrook/faqs.json', import.meta.url), 'utf8')
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await seedDatabase(client, { tickets: 1000, largeTickets: 0, guests: 1 })
    await client.query('SET session_replication_role = replica')
    await client.query(BUSINESSES, [TENANTS, SLUGS.quiet])
    await client.query(KNOWLEDGE, [faqs, SLUGS.quiet])
    await client.query('ANALYZE')
  } finally {
    await client.end()
  }
  return (JSON.parse(faqs) as { question: string }[]).map(({ question }) => question)
}
