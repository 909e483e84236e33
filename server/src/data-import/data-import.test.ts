import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  checkDataImport,
  type DataImportView,
  downloadSkippedRecords,
  type ImportSource,
  runDataImport,
  saveDataImportMapping,
  undoDataImport,
} from '#contracts/data-import/data-import.ts'
import type { MessageId } from '#contracts/ids.ts'
import { listMacros } from '#contracts/ticket/macro.ts'
import { getTicket, listTickets, sendTicketMessage, type TicketRowView } from '#contracts/ticket/ticket.ts'
import type { TestClient } from '#test/client.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { sampleFile, send, settled, upload } from './fixture.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

/** The sample files of a source as one archive. */
function archiveOf(source: ImportSource): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'segue-samples-'))
  try {
    const file = join(folder, 'export.tar')
    execFileSync('tar', ['cf', file, '-C', new URL(`./samples/${source}/`, import.meta.url).pathname, '.'])
    return readFileSync(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const read = async (who: TestClient, source: ImportSource, name: string, bytes: Buffer | string) =>
  settled(who, (await upload(who, source, name, bytes)).id)

async function check(who: TestClient, { id }: DataImportView): Promise<DataImportView> {
  await who.call(checkDataImport, { params: { dataImportId: id } })
  return settled(who, id)
}

async function run(who: TestClient, { id }: DataImportView): Promise<DataImportView> {
  await who.call(runDataImport, { params: { dataImportId: id } })
  return settled(who, id)
}

/** Reads, checks and imports a file. */
const moveIn = async (who: TestClient, source: ImportSource, name: string, bytes: Buffer | string) =>
  run(who, await check(who, await read(who, source, name, bytes)))

const ticketsOf = async (who: TestClient): Promise<TicketRowView[]> =>
  (await who.call(listTickets, { query: {} })).items

const countsOf = async ({ tenant }: TestTenant) =>
  (
    await queryAsOwner<{
      tickets: number
      customers: number
      messages: number
      outbox: number
      sla: number
      usage: number
    }>(
      h.database.ownerUrl,
      `SELECT (SELECT count(*)::int FROM ticket WHERE tenant_id = $1) AS tickets, (SELECT count(*)::int FROM customer WHERE tenant_id = $1) AS customers,
         (SELECT count(*)::int FROM message WHERE tenant_id = $1) AS messages, (SELECT count(*)::int FROM email_notification WHERE tenant_id = $1) AS outbox,
         (SELECT count(*)::int FROM ticket_sla WHERE tenant_id = $1) AS sla,
         (SELECT coalesce(sum(tickets), 0)::int FROM plan_usage WHERE tenant_id = $1) AS usage`,
      [tenant.id],
    )
  )[0]

/** Whether each ticket is found by all of its words, and a slip is recognised by the vocabulary. */
const wordsOf = async ({ tenant }: TestTenant) =>
  (
    await queryAsOwner<{ indexed: number; differing: number; learnt: boolean }>(
      h.database.ownerUrl,
      `SELECT count(w.words)::int AS indexed, (count(*) FILTER (WHERE w.words IS DISTINCT FROM words_of_ticket(t.tenant_id, t.id)))::int AS differing,
         EXISTS (SELECT 1 FROM ticket_vocabulary v WHERE v.tenant_id = $1 AND v.word = 'cracked') AS learnt
       FROM ticket t LEFT JOIN ticket_words w ON w.tenant_id = t.tenant_id AND w.ticket_id = t.id WHERE t.tenant_id = $1`,
      [tenant.id],
    )
  )[0]

async function business() {
  const acme = await h.tenant()
  return { acme, owner: await h.member(acme, 'owner', 'Mara Quill') }
}

describe('moving in from Zendesk', () => {
  it('[D5] an export becomes customers, tickets with threads, articles and macros; again it adds nothing', async () => {
    const { acme, owner } = await business()
    const bytes = archiveOf('zendesk')
    const ready = await read(owner, 'zendesk', 'export.tar', bytes)
    expect(ready.content?.counts).toEqual({ customer: 3, article: 2, macro: 1, ticket: 3, message: 7 })
    expect(ready.mapping?.statuses).toMatchObject({
      open: 'open',
      pending: 'waiting',
      closed: 'closed',
      solved: 'resolved',
    })
    const checked = await check(owner, ready)
    expect(checked.check).toMatchObject({ ticket: { added: 3, known: 0, skipped: 0 }, customer: { added: 3 } })
    expect(checked.skipped).toMatchObject([{ externalId: '4714', place: 'tickets.ndjson:4' }])
    expect(await countsOf(acme)).toMatchObject({ tickets: 0, customers: 0 })
    const done = await run(owner, checked)
    expect(done.status).toBe('done')
    expect(done.result).toEqual(checked.check)
    const tickets = await ticketsOf(owner)
    expect(tickets.map(({ subject, status, isUnread }) => [subject, status, isUnread])).toEqual([
      ['Called about a wick', 'open', false],
      ['Lantern arrived with a cracked glass', 'closed', false],
      ['Do you ship to Norway?', 'waiting', false],
    ])
    expect(await countsOf(acme)).toMatchObject({ customers: 3, messages: 10, outbox: 0, sla: 0, usage: 0 })
    expect((await owner.call(listMacros, {})).items).toMatchObject([
      { name: 'Replace a cracked glass', body: 'Dear {{customer.first_name}},\n\na new glass is on its way.' },
    ])
    const again = await moveIn(owner, 'zendesk', 'export.tar', bytes)
    expect(again.result).toMatchObject({
      ticket: { added: 0, known: 3 },
      customer: { added: 0, known: 3 },
      article: { known: 2 },
      macro: { known: 1 },
    })
    expect(await countsOf(acme)).toMatchObject({ tickets: 3, customers: 3 })
    expect(await wordsOf(acme)).toEqual({ indexed: 3, differing: 0, learnt: true })
  })

  it('[D5] a ticket has its thread in order, with notes, agents of the business, fields and times; scripts are gone', async () => {
    const { acme, owner } = await business()
    const ready = await read(owner, 'zendesk', 'export.tar', archiveOf('zendesk'))
    const mapping = {
      ...(ready.mapping as NonNullable<DataImportView['mapping']>),
      assignees: { 'mara@lanternpost.example': owner.actor.userId },
    }
    await owner.call(saveDataImportMapping, { params: { dataImportId: ready.id }, body: { mapping } })
    await run(owner, await check(owner, ready))
    const tickets = await ticketsOf(owner)
    const { id } = tickets.find(({ subject }) => subject.startsWith('Lantern')) as TicketRowView
    const { ticket, thread } = await owner.call(getTicket, { params: { ticketId: id }, query: {} })
    expect(ticket).toMatchObject({
      priority: 'high',
      category: 'problem',
      tags: ['damage', 'shipping'],
      customerEmail: 'ilse.brandt@mail.example',
    })
    expect(ticket.assignee?.name).toBe('Mara Quill')
    expect([ticket.createdAt, ticket.firstResponseAt, ticket.closedAt]).toEqual([
      '2024-03-04T09:15:00.000Z',
      '2024-03-04T10:05:00.000Z',
      '2024-03-06T11:00:00.000Z',
    ])
    expect(thread.messages.map(({ author, visibility, body }) => [author, visibility, body.split('\n')[0]])).toEqual([
      ['member', 'note', 'Zendesk #4711'],
      ['customer', 'public', 'The glass of my lantern is cracked.'],
      ['member', 'note', 'Known batch, replace without return.'],
      ['member', 'public', 'Sorry about that! A new glass is on its way.'],
      ['customer', 'public', 'It arrived, thank you.'],
    ])
    const phoned = tickets.find(({ subject }) => subject.startsWith('Called')) as TicketRowView
    const opened = await owner.call(getTicket, { params: { ticketId: phoned.id }, query: {} })
    expect(opened.thread.messages.at(-1)?.body).toBe('Wants a longer wick.')
    for (const words of ['4711', 'wick', 'norway'])
      expect((await owner.call(listTickets, { query: { words } })).items, words).toHaveLength(1)
    expect(await countsOf(acme)).toMatchObject({ tickets: 3 })
  })

  it('[D5] undo removes what the import made, leaves what somebody changed, and an import after it adds the rest', async () => {
    const { acme, owner } = await business()
    const bytes = archiveOf('zendesk')
    const done = await moveIn(owner, 'zendesk', 'export.tar', bytes)
    const answered = (await ticketsOf(owner)).find(({ subject }) => subject.startsWith('Do you')) as TicketRowView
    const body = { id: crypto.randomUUID() as MessageId, body: 'Oslo?', visibility: 'note' as const, fileIds: [] }
    await owner.call(sendTicketMessage, { params: { ticketId: answered.id }, body })
    const params = { dataImportId: done.id }
    await expect(owner.call(undoDataImport, { params, body: { confirmation: 'other' } })).rejects.toMatchObject({
      error: { code: 'invalid_input' },
    })
    await owner.call(undoDataImport, { params, body: { confirmation: 'export.tar' } })
    const undone = await settled(owner, done.id)
    expect(undone).toMatchObject({ status: 'undone', undone: { removed: 7, kept: 2 } })
    expect((await ticketsOf(owner)).map(({ subject }) => subject)).toEqual(['Do you ship to Norway?'])
    expect(await countsOf(acme)).toMatchObject({ tickets: 1, customers: 1 })
    const again = await moveIn(owner, 'zendesk', 'export.tar', bytes)
    expect(again.result).toMatchObject({ ticket: { added: 2, known: 1 }, customer: { added: 2, known: 1 } })
  })
})

describe('moving in from other products', () => {
  it.each([
    ['intercom', ['When are you open?', 'My mill stops after a minute.']],
    ['freshdesk', ['Please send my invoice again.', 'The lamp stays red.', 'The brake squeaks & smells.']],
    ['chatwoot', ['Hi, is the 2 l kettle in stock?', 'I want to return a kettle.']],
    ['osticket', ['Heating is cold', 'Lost my key\nPlease help', 'The window won\'t shut; see "photo".']],
  ] as const)('[D5] the export of %s becomes tickets, and again adds nothing', async (source, texts) => {
    const { owner } = await business()
    const done = await moveIn(owner, source, 'export.tar', archiveOf(source))
    expect(done.status).toBe('done')
    expect(done.result?.article).toMatchObject({ added: 1, skipped: 0 })
    const tickets = await ticketsOf(owner)
    const opened = await Promise.all(
      tickets.map(({ id }) => owner.call(getTicket, { params: { ticketId: id }, query: {} })),
    )
    expect(opened.map(({ ticket }) => ticket.description)).toEqual(texts)
    const again = await moveIn(owner, source, 'export.tar', archiveOf(source))
    expect(again.result?.ticket).toMatchObject({ added: 0, known: texts.length })
  })

  it('[D5] the columns of a table are mapped by their names, and a formula stays text', async () => {
    const { owner } = await business()
    const ready = await read(owner, 'csv', 'tickets.csv', sampleFile('csv/tickets.csv'))
    expect(ready.mapping?.columns).toMatchObject({
      'Ticket ID': 'id',
      Subject: 'subject',
      Answer: 'reply',
      'Order number': null,
    })
    const done = await run(owner, await check(owner, ready))
    expect(done.result).toMatchObject({ ticket: { added: 3 }, customer: { added: 2 } })
    const tickets = await ticketsOf(owner)
    expect(tickets.map(({ subject }) => subject)).toContain('=HYPERLINK("http://evil.example")')
  })
})

describe('files that are damaged or hostile', () => {
  it('[D5] a damaged line and one that is too long are named with file and line; the others are imported', async () => {
    const { owner } = await business()
    const line = (id: number, subject: string) =>
      JSON.stringify({ id, requester_id: 1, status: 'open', subject, description: 'x' })
    const long = JSON.stringify({
      id: 3,
      status: 'open',
      requester_id: 1,
      subject: 'x',
      description: 'y'.repeat(9 * 1024 * 1024),
    })
    const text = `${line(1, 'One')}\n{"id": 2, "subject": "cut\n${long}\n${line(4, 'Four')}\n`
    const done = await moveIn(owner, 'zendesk', 'tickets.json', text)
    expect(done.result?.ticket.added).toBe(2)
    expect(done.skipped.map(({ place, reason }) => [place, reason])).toEqual([
      ['tickets.json:2', 'This record is damaged and cannot be read.'],
      ['tickets.json:3', 'This record is longer than 8 MB.'],
    ])
    const list = await owner.raw(downloadSkippedRecords.path.replace(':dataImportId', done.id))
    expect(await list.text()).toContain('tickets.json:2,,,This record is damaged and cannot be read.')
  })

  it('[D5] an archive that unpacks without end, a damaged one, and a file of something else are refused in words', async () => {
    const { owner } = await business()
    const folder = mkdtempSync(join(tmpdir(), 'segue-bomb-'))
    try {
      execFileSync('sh', ['-c', `head -c 300000000 /dev/zero | gzip -9 > ${join(folder, 'bomb.json.gz')}`])
      const bomb = await read(owner, 'zendesk', 'bomb.json.gz', readFileSync(join(folder, 'bomb.json.gz')))
      expect(bomb).toMatchObject({ status: 'failed', reason: expect.stringContaining('unpacks to far more') })
    } finally {
      rmSync(folder, { recursive: true })
    }
    const damaged = await read(owner, 'zendesk', 'export.zip', Buffer.from('PK\u0003\u0004 and nothing else'))
    expect(damaged).toMatchObject({ status: 'failed', reason: expect.stringContaining('damaged or incomplete') })
    const other = await read(owner, 'zendesk', 'holiday.txt', 'Dear diary')
    expect(other).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('no records of the chosen product'),
    })
  })

  it('[D5] a second upload, a second start and an agent are refused; a double click starts one run', async () => {
    const { acme, owner } = await business()
    const ready = await read(owner, 'csv', 'tickets.csv', sampleFile('csv/tickets.csv'))
    expect(await send(owner, ready.id, 'tickets.csv', 'a,b\n1,2')).toMatchObject({ error: { code: 'conflict' } })
    const agent = await h.member(acme, 'agent')
    await expect(agent.call(checkDataImport, { params: { dataImportId: ready.id } })).rejects.toMatchObject({
      error: { code: 'forbidden' },
    })
    await expect(owner.call(runDataImport, { params: { dataImportId: ready.id } })).rejects.toMatchObject({
      error: { code: 'conflict' },
    })
    await check(owner, ready)
    const params = { dataImportId: ready.id }
    await Promise.all([owner.call(runDataImport, { params }), owner.call(runDataImport, { params })])
    expect((await settled(owner, ready.id)).result?.ticket.added).toBe(3)
    expect(await countsOf(acme)).toMatchObject({ tickets: 3 })
  })
})
