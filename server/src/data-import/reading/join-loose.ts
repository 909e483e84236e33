import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { LooseMessage, NeutralMessage, NeutralTicket } from './neutral.ts'

const BUCKETS = 64
const FLUSH_CHARACTERS = 128 * 1024

type PlacedTicket = { place: string; record: NeutralTicket }
type Line = { ticket: PlacedTicket } | { message: LooseMessage }

/**
 * Brings messages that an export has apart to their tickets, in whatever order both come and however many they are: they are put into files by
 * the ticket's id, and one file after the other is in memory.
 */
export async function createJoin() {
  const folder = await mkdtemp(join(tmpdir(), `segue-import-${randomUUID().slice(0, 8)}-`))
  const waiting = Array.from({ length: BUCKETS }, () => ({ lines: [] as string[], size: 0 }))
  const fileOf = (bucket: number) => join(folder, `${bucket}.ndjson`)
  const put = async (id: string, line: Line) => {
    const bucket = bucketOf(id)
    const held = waiting[bucket]
    if (!held) return
    const text = JSON.stringify(line)
    held.lines.push(text)
    held.size += text.length
    if (held.size > FLUSH_CHARACTERS) await flush(bucket)
  }
  const flush = async (bucket: number) => {
    const held = waiting[bucket]
    if (!held || held.lines.length === 0) return
    const text = `${held.lines.join('\n')}\n`
    waiting[bucket] = { lines: [], size: 0 }
    await appendFile(fileOf(bucket), text, { mode: 0o600 })
  }
  return {
    addTicket: (ticket: PlacedTicket) => put(ticket.record.looseId ?? ticket.record.id, { ticket }),
    addMessage: (message: LooseMessage) => put(message.ticketId, { message }),
    /** The tickets, each with its messages. */
    async *joined(): AsyncGenerator<PlacedTicket> {
      for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
        await flush(bucket)
        yield* await ticketsIn(fileOf(bucket))
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function ticketsIn(file: string): Promise<PlacedTicket[]> {
  const tickets: PlacedTicket[] = []
  const messages = new Map<string, NeutralMessage[]>()
  const bytes = createReadStream(file)
  try {
    for await (const text of createInterface({ input: bytes, crlfDelay: Number.POSITIVE_INFINITY })) {
      const line = JSON.parse(text) as Line
      if ('ticket' in line) tickets.push(line.ticket)
      else {
        const known = messages.get(line.message.ticketId)
        if (known) known.push(line.message.message)
        else messages.set(line.message.ticketId, [line.message.message])
      }
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  return tickets.map(({ place, record }) => {
    const { looseId, ...ticket } = record
    const own = [...ticket.messages, ...(messages.get(looseId ?? ticket.id) ?? [])]
    return { place, record: { ...ticket, messages: own.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)) } }
  })
}

function bucketOf(id: string): number {
  let hash = 0
  for (let at = 0; at < id.length; at += 1) hash = (hash * 31 + id.charCodeAt(at)) >>> 0
  return hash % BUCKETS
}
