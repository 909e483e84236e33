import { randomInt, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { sendGuestMessage } from '#contracts/conversation/guest-conversation.ts'
import { addCustomerNote, listCustomers } from '#contracts/customer/customer.ts'
import { getCustomerRecord } from '#contracts/customer/customer-record.ts'
import { eraseCustomer } from '#contracts/customer/erasure.ts'
import { listErasures } from '#contracts/customer/erasure-certificate.ts'
import type { CustomerErasureId, CustomerId, TicketId } from '#contracts/ids.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { makeGuest } from '#server/customer/fixture.ts'
import { makeMember, makeSession } from '#server/identity/fixture.ts'
import { makeTenant } from '#server/tenant/fixture.ts'
import { clientOf, type TestClient } from '#test/client.ts'
import { startChat } from '#test/proof/full-tenant.ts'
import type { Proved, Proving } from './parts.ts'

const newId = () => randomUUID() as never

type Person = { word: string; email: string; ticketId: TicketId }
type Site = { admin: TestClient; slug: string; guestOf: () => Promise<TestClient> }

/** Random people write, are answered and are erased; then the whole database and all files are read for them. */
export async function proveErasures({ platform, ownerUrl, dataDir, erasures }: Proving): Promise<Proved[]> {
  const { tenant, slug } = await makeTenant(platform)
  const { actor } = await makeMember(tenant, { role: 'admin' })
  const url = platform.baseUrl
  const site: Site = {
    slug,
    admin: clientOf(url, { cookie: await makeSession(platform, actor.userId) }),
    guestOf: async () => clientOf(url, { authorization: `Bearer ${(await makeGuest(tenant)).token}` }),
  }
  const people: Person[] = []
  for (let n = 0; n < erasures; n += 1) people.push(await makePerson(site))
  for (const person of people) await erase(site, person)
  const deadline = Date.now() + 10 * 60_000
  const open = async () => (await site.admin.call(listErasures)).items.filter(({ residue }) => residue === null).length
  while ((await open()) > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 500))
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ done: number; clean: number }>(
      `SELECT count(*) FILTER (WHERE finished_at IS NOT NULL)::int AS done,
         count(*) FILTER (WHERE scan IS NOT NULL AND jsonb_array_length(scan->'residue') = 0)::int AS clean
       FROM customer_erasure WHERE tenant_id = $1`,
      [tenant.id],
    )
    // Files are removed by jobs, which may still run.
    const inFiles = await untilNone(() => countFiles(dataDir, people))
    const inRows = await countRows(client, people)
    return [
      { figure: 'erasures finished', value: `${rows[0]?.done} of ${erasures}`, isGood: rows[0]?.done === erasures },
      {
        figure: 'certificates without residue',
        value: `${rows[0]?.clean} of ${erasures}`,
        isGood: rows[0]?.clean === erasures,
      },
      { figure: 'residue in all rows of all tables', value: `${inRows}`, isGood: inRows === 0 },
      { figure: 'residue in all files', value: `${inFiles}`, isGood: inFiles === 0 },
    ]
  } finally {
    await client.end()
  }
}

/** A person with a word that nothing else has, in what they wrote in a random order of ways. */
async function makePerson({ admin, slug, guestOf }: Site): Promise<Person> {
  const word = `q${randomUUID().replaceAll('-', '').slice(0, 14)}`
  const email = `${word}@people.example`
  const guest = await guestOf()
  const chat = await startChat(guest, slug)
  const file = randomInt(2) === 0 ? [] : [await upload(guest, slug, word)]
  const message = { id: newId(), body: `I am ${word}, write to ${email.toUpperCase()}.`, fileIds: file }
  await guest.call(sendGuestMessage, { params: chat.params, body: message })
  const ticketId: TicketId = newId()
  const form = { id: ticketId, name: `Ada ${word}`, email, subject: `Order of ${word}`, description: `For ${email}` }
  await guest.call(submitTicket, { params: { slug }, body: form })
  const reply = {
    id: newId(),
    body: `Dear Ada ${word}, it comes.`,
    visibility: randomInt(2) === 0 ? ('note' as const) : ('public' as const),
  }
  await admin.call(sendTicketMessage, { params: { ticketId }, body: reply })
  return { word, email, ticketId }
}

async function upload(guest: TestClient, slug: string, word: string): Promise<never> {
  const form = new FormData()
  form.append('file', new Blob([`The papers of ${word}`]), `${word}.txt`)
  const response = await guest.raw(`/api/portal/${slug}/files`, { method: 'POST', body: form })
  return ((await response.json()) as { id: never }).id
}

async function erase({ admin }: Site, { word, email }: Person): Promise<void> {
  const { items } = await admin.call(listCustomers, { query: { search: email } })
  const found = items[0]
  if (!found) throw new Error(`no customer ${email}`)
  const params = { customerId: found.id as CustomerId }
  await admin.call(addCustomerNote, { params, body: { id: newId(), body: `${word} called` } })
  const { customer } = await admin.call(getCustomerRecord, { params })
  const body = { id: randomUUID() as CustomerErasureId, version: customer.version, confirmation: email }
  await admin.call(eraseCustomer, { params, body })
}

async function countRows(client: Client, people: readonly Person[]): Promise<number> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  )
  let found = 0
  for (const { name } of tables) {
    const { rows } = await client.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM ${name} x WHERE lower(x::text) ~ $1`,
      [people.map(({ word }) => word).join('|')],
    )
    if ((rows[0]?.n ?? 0) > 0) process.stdout.write(`  found in ${name}: ${rows[0]?.n}\n`)
    found += rows[0]?.n ?? 0
  }
  return found
}

/**
 * Files of the server but those of its database, which keeps deleted rows until they are overwritten, and of its folder `mail`, which stands for
 * the mail server: mails that were sent are the recipient's.
 */
async function countFiles(dataDir: string, people: readonly Person[]): Promise<number> {
  const words = new RegExp(people.map(({ word }) => word).join('|'), 'i')
  let found = 0
  for (const folder of ['files', 'vectors']) {
    const all = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => [])
    for (const entry of all.filter((one) => one.isFile())) {
      if (words.test((await readFile(join(entry.parentPath, entry.name))).toString('latin1'))) found += 1
    }
  }
  return found
}

async function untilNone(count: () => Promise<number>): Promise<number> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const n = await count()
    if (n === 0 || Date.now() > deadline) return n
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
