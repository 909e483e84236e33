/**
 * Plays the conversations of evals/conversations without a model, over HTTP through the whole product: `node evals/conversations.ts`.
 * Of the unseen half only the sum is printed; `--show=ID` prints one conversation of the other half. `--provider-down` plays them with a key
 * whose provider cannot be reached: the figures must be those without a key, but for
 * the first questions of a business, whose vectors are still being made.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/platform/config.ts'
import { connectProvider } from '#server/provider/fixture.ts'
import { startServer } from '#server/serve.ts'
import { createBusinesses } from './conversations/businesses.ts'
import { type Conversation, readConversations } from './conversations/data.ts'
import { judgeTurn, type Verdict } from './conversations/judge.ts'
import { playConversation, type Reply } from './conversations/play.ts'

type Judged = { conversation: Conversation; turn: number; verdict: Verdict; reply: Reply }

const shown = process.argv.find((word) => word.startsWith('--show='))?.slice(7)
const dataDir = await mkdtemp(join(tmpdir(), 'segue-talks-'))
const env = {
  PORT: '0',
  DATA_DIR: dataDir,
  DEMO: 'false',
  LOG_LEVEL: 'error',
  RATE_FACTOR: '10000',
  ROLE: 'web',
  AI_ORIGIN: 'http://127.0.0.1:1',
}
let now: Date | null = null
const clock = { now: () => now ?? new Date() }
const server = await startServer(readConfig(env), { clock })

/** The moment at which it is this local time in a time zone. */
function momentOf(local: string, timeZone: string): Date {
  const asUtc = new Date(`${local}:00Z`)
  const inZone = new Date(`${asUtc.toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`)
  return new Date(2 * asUtc.getTime() - inZone.getTime())
}

const judged: Judged[] = []
try {
  const businesses = await createBusinesses(server.platform)
  if (process.argv.includes('--provider-down'))
    for (const { tenant } of businesses.values()) await connectProvider(tenant, 'openai')
  for (const conversation of readConversations()) {
    if (shown && conversation.id !== shown) continue
    const business = businesses.get(conversation.business)
    if (!business) throw new Error(conversation.business)
    now = conversation.at ? momentOf(conversation.at, business.timezone) : null
    const replies = await playConversation(server.platform.baseUrl, business, conversation)
    for (const [turn, reply] of replies.entries()) {
      judged.push({ conversation, turn, reply, verdict: judgeTurn(reply, business, conversation.turns[turn]!) })
    }
  }
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}

const percent = (part: number, of: number) => (of === 0 ? '-' : `${((100 * part) / of).toFixed(1)} %`)
function rowOf(some: Judged[]) {
  const share = (...verdicts: Verdict[]) =>
    percent(some.filter(({ verdict }) => verdicts.includes(verdict)).length, some.length)
  return {
    turns: some.length,
    right: share('right'),
    'right or among chips': share('right', 'chips'),
    missed: share('missed'),
    silly: share('silly'),
    wrong: share('wrong'),
  }
}
const seen = judged.filter(({ conversation }) => !conversation.isUnseen)
const kindOf = ({ conversation, turn }: Judged) => Object.keys(conversation.turns[turn]!.expect[0]!)[0]!
const by = (key: (one: Judged) => string) =>
  Object.fromEntries([...Map.groupBy(seen, key)].sort().map(([name, some]) => [name, rowOf(some)]))
console.table({
  'seen half': rowOf(seen),
  'unseen half': rowOf(judged.filter(({ conversation }) => conversation.isUnseen)),
})
console.table(by(({ conversation }) => `${conversation.business} ${conversation.language}`))
console.table(by(kindOf))
if (process.argv.includes('--list') || shown) {
  for (const { conversation, turn, verdict, reply } of seen) {
    if (verdict === 'right' && !shown) continue
    const { says, expect } = conversation.turns[turn]!
    const replied = reply.messages.map(
      ({ kind, body, sources, suggestions }) =>
        `${kind === 'text' ? '' : `(${kind}) `}${body.slice(0, 160)}${sources.map(({ title }) => ` [${title}]`).join('')}${suggestions.length ? ` {${suggestions.join(' | ')}}` : ''}`,
    )
    console.log(
      `${verdict.toUpperCase()} ${conversation.id}#${turn} ${JSON.stringify(says)} ${JSON.stringify(expect)}\n    -> ${replied.join('\n       ')}${reply.isNewlyOffered ? ' (offers a person)' : ''}`,
    )
  }
}
