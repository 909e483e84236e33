import type { FastifyReply, FastifyRequest } from 'fastify'
import { LANGUAGE_COOKIE } from '#contracts/languages.ts'
import type { Clock } from '#server/platform/clock.ts'
import { encodingOf, headersOf, isKnownCopy, type SharedPage } from './shared-page.ts'

/** Most requests that a process knows the page of; the one it learned first is forgotten first. */
const MAX_REQUESTS = 1000
/** Longer ones are looked up each time, so that nobody fills the memory with long addresses. */
const MAX_REQUEST_CHARACTERS = 500
/** A host name may lead to a new business without an event; it is looked up again after so long, as everywhere (tenant/portal-cache.ts). */
const MAX_AGE_MS = 5000

/** Which kept page answers a request, known by the text of the request, so that nothing else has to be asked for it. */
export type ReadyPages = {
  /** The key of the page by which the page cache keeps it. The pages themselves are in the memory of that cache alone, which is limited. */
  find(request: FastifyRequest): string | null
  /** Keeps what was found out for a request; `since` is the `turn` before that began: what was forgotten meanwhile is not kept. */
  keep(request: FastifyRequest, page: string, since: number): void
  /** Forgets all of them: a change of any page makes the processes look them up again. */
  forget(): void
  /** How often they were forgotten. */
  readonly turn: number
}

export function createReadyPages(clock: Clock): ReadyPages {
  const known = new Map<string, { page: string; until: number }>()
  let turn = 0
  return {
    find: (request) => {
      const key = keyOf(request)
      const entry = key === null ? undefined : known.get(key)
      if (key === null || !entry) return null
      const now = clock.now().getTime()
      // After a clock was put back a page must not be kept longer.
      if (now < entry.until && entry.until <= now + MAX_AGE_MS) return entry.page
      known.delete(key)
      return null
    },
    keep: (request, page, since) => {
      const key = keyOf(request)
      if (key === null || since !== turn) return
      known.delete(key)
      known.set(key, { page, until: clock.now().getTime() + MAX_AGE_MS })
      if (known.size > MAX_REQUESTS) known.delete(known.keys().next().value as string)
    },
    forget: () => {
      turn += 1
      known.clear()
    },
    get turn() {
      return turn
    },
  }
}

/**
 * Everything of a request that a shared page depends on; null where that is not plain to see. The host is the one that the look-up decides by
 * (`request.hostname`), not what the headers say: whether a forwarded host counts depends on who forwards it.
 */
function keyOf({ hostname, raw: { method, url, headers } }: FastifyRequest): string | null {
  // A language that was chosen in this browser.
  if (method !== 'GET' || headers.cookie?.includes(LANGUAGE_COOKIE)) return null
  const key = `${hostname}\n${headers['accept-language']}\n${url}`
  return key.length > MAX_REQUEST_CHARACTERS ? null : key
}

/** Answers with a page past everything that the framework does for a reply. `common` are the headers of every reply. */
export function sendReadyPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: SharedPage,
  common: Readonly<Record<string, string>>,
): void {
  reply.hijack()
  const { headers } = request.raw
  const isKnown = isKnownCopy(headers['if-none-match'], page)
  const { lines, body } = replyOf(page, isKnown ? 'known' : encodingOf(headers['accept-encoding']), common)
  reply.raw.writeHead(isKnown ? 304 : 200, [...lines, 'x-request-id', request.id])
  // Node.js writes headers and a text at once, but headers and a buffer one after the other, which takes a third of the whole reply's time.
  reply.raw.end(body, 'latin1')
}

type Form = 'known' | 'br' | 'gzip' | null
/** `lines`: names and values of the headers by turns. `body`: each character is a byte. */
type Reply = { lines: string[]; body: string }

/** The replies of a page, put together once for each form of it. */
const REPLIES = new WeakMap<SharedPage, Map<Form, Reply>>()

function replyOf(page: SharedPage, form: Form, common: Readonly<Record<string, string>>): Reply {
  const ofPage = REPLIES.get(page) ?? new Map<Form, Reply>()
  REPLIES.set(page, ofPage)
  const reply = ofPage.get(form) ?? {
    lines: Object.entries({ ...common, ...headersOf(page, form) }).flat(),
    body: form === 'known' ? '' : ((form && page.compressed?.[form]) || page.html).toString('latin1'),
  }
  ofPage.set(form, reply)
  return reply
}
