import { setTimeout as sleep } from 'node:timers/promises'
import { signIn } from '#contracts/identity/session.ts'
import type { ArticleId, TicketId } from '#contracts/ids.ts'
import { readArticle } from '#contracts/knowledge/article.ts'
import { saveArticle } from '#contracts/knowledge/article-editing.ts'
import { getTicketReport } from '#contracts/report/report.ts'
import { createTicket } from '#contracts/ticket/ticket.ts'
import { MOST_BEHIND_MS } from '#server/platform/db/replica/replica.ts'
import { type Browser, createBrowser } from './browser.ts'

/** A business with one member, and its article, whose text is the number of its version. */
export type Business = {
  slug: string
  email: string
  password: string
  article: { id: ArticleId; slug: string; version: number }
}

/** What was read and seen; `own`: older than what its reader had changed; `old`: than what anybody had changed so long before as a replica may be behind. */
export type Seen = { reads: number; writes: number; own: number; old: number; failures: string[]; longestMs: number }

const TEXT = { title: 'Opening hours', summary: '', category: 'Basics', language: 'en' } as const

/** Members change and read what they changed at any node, and others read the same, until it is stopped. */
export function startLoad(businesses: readonly Business[], urls: readonly string[]) {
  let seen = nothingSeen()
  let isOver = false
  const timed = async <T>(run: () => Promise<T>): Promise<T | null> => {
    const began = performance.now()
    try {
      return await run()
    } catch (error) {
      seen.failures.push(error instanceof Error ? error.message : String(error))
      return null
    } finally {
      seen.longestMs = Math.max(seen.longestMs, performance.now() - began)
    }
  }
  const anyUrl = () => urls[Math.floor(Math.random() * urls.length)] ?? ''
  const loops = businesses.flatMap((business) => {
    /** How many tickets and versions were acknowledged, and when. */
    const acknowledged: { at: number; tickets: number; version: number }[] = []
    let [tickets, version] = [0, business.article.version]
    const check = async (browser: Browser, isOwn: boolean): Promise<void> => {
      const began = performance.now()
      const least = isOwn
        ? { tickets, version }
        : (acknowledged.findLast(({ at }) => at < began - MOST_BEHIND_MS) ?? null)
      const [report, article] = await Promise.all([
        timed(() => browser.call(anyUrl(), getTicketReport)),
        timed(() =>
          browser.call(anyUrl(), readArticle, { params: { slug: business.slug, articleSlug: business.article.slug } }),
        ),
      ])
      seen.reads += 2
      const kind = isOwn ? 'own' : 'old'
      if (least && report && report.created.value < least.tickets) seen[kind] += 1
      if (least && article && Number(article.body) < least.version) seen[kind] += 1
    }
    const write = async (browser: Browser): Promise<void> => {
      const ticket = { id: crypto.randomUUID() as TicketId, subject: 'Broken', description: 'It is broken.' }
      const made = await timed(() => browser.call(anyUrl(), createTicket, { body: ticket as never }))
      if (made) tickets += 1
      const params = { articleId: business.article.id }
      const body = { ...TEXT, body: String(version + 1), version, publish: true, continues: null }
      const saved = await timed(() => browser.call(anyUrl(), saveArticle, { params, body }))
      if (saved) version = saved.version
      seen.writes += 2
      acknowledged.push({ at: performance.now(), tickets, version })
    }
    const signedIn = async () => {
      const { email, password } = business
      const browser = createBrowser()
      await browser.call(anyUrl(), signIn, { body: { email, password, portal: 'business' } })
      return browser
    }
    const writer = async () => {
      const browser = await signedIn()
      while (!isOver) {
        await write(browser)
        for (let n = 0; n < 3 && !isOver; n += 1) await check(browser, true)
        await sleep(Math.random() * 2000)
      }
    }
    const reader = async () => {
      const browser = await signedIn()
      while (!isOver) {
        await check(browser, false)
        await sleep(Math.random() * 200)
      }
    }
    return [writer(), reader()]
  })
  return {
    /** What was seen since the last call. */
    take(): Seen {
      const taken = seen
      seen = nothingSeen()
      return taken
    },
    stop: async (): Promise<void> => {
      isOver = true
      await Promise.all(loops)
    },
  }
}

const nothingSeen = (): Seen => ({ reads: 0, writes: 0, own: 0, old: 0, failures: [], longestMs: 0 })
