import { getStarters, type StartersView } from '#contracts/knowledge/starter.ts'
import { call } from '#web/lib/call.ts'

const reads = new Map<string, Promise<StartersView>>()

/** What a visitor may begin with. It is read once for a page, whose start and chat both show it; a failed read is tried again. */
export function readStarters(slug: string): Promise<StartersView> {
  const known = reads.get(slug)
  if (known) return known
  const read = call(getStarters, { params: { slug } })
  reads.set(slug, read)
  read.catch(() => reads.delete(slug))
  return read
}
