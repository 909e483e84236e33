import { setTimeout as wait } from 'node:timers/promises'
import type { z } from 'zod'
import { createRule, deleteRule, listRules, MAX_RULES, switchRule } from '#contracts/automation/rule.ts'
import { type BulkChangeView, getBulkChange, startBulkChange, undoBulkChange } from '#contracts/ticket/bulk-change.ts'
import { changeTicket, getTicket, listTickets, type TicketDetailView } from '#contracts/ticket/ticket.ts'
import { SLUGS } from '#test/bulk-rows.ts'
import { median } from '#test/load/measurement.ts'
import { type BenchmarkRun, largestOf, POOL_SIZE } from './benchmark-run.ts'
import { signInAsOwner, startOnDatabase } from './product-process.ts'
import { ms } from './report.ts'

/** About 5,000 tickets of the large business: a tenth of them waits, and half of those are of the last half year. */
const SELECTED = { statuses: ['waiting'], createdWithinDays: 180 }
const CHANGES = 20
const MORE_LIMIT_MS = 100
/** What the rule that acts adds. */
const TAG = 'bench-rule'

type Api = <Reply>(
  endpoint: { method: string; path: string },
  params: Record<string, string>,
  body?: unknown,
) => Promise<Reply>

/** Measures a change of some 5,000 tickets at once with its undo, and how long 1,000 rules take to be evaluated on a change of one ticket. */
export async function measureLargeTenantChanges(bench: BenchmarkRun): Promise<void> {
  const database = largestOf(bench)
  if (database.size.largeTickets === 0) return
  const product = await startOnDatabase(database, POOL_SIZE)
  try {
    const api = apiOf(product.url, await signInAsOwner(product.url, SLUGS.large))
    await measureBulk(bench, api)
    await measureRules(bench, api)
  } finally {
    await product.stop()
  }
}

const apiOf =
  (url: string, cookie: string): Api =>
  async ({ method, path }, params, body) => {
    const address = path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
    const response = await fetch(`${url}${address}`, {
      method,
      headers: { cookie, origin: url, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`)
    return response.json()
  }

async function measureBulk({ report }: BenchmarkRun, api: Api): Promise<void> {
  report.title('Some 5,000 of 100,000 tickets changed at once')
  report.head('', 'tickets', 'reply', 'all changed', 'each')
  const id = crypto.randomUUID()
  const show = async (name: string, begin: () => Promise<BulkChangeView>) => {
    const began = performance.now()
    let change = await begin()
    const repliedMs = performance.now() - began
    while (change.state === 'running') {
      await wait(50)
      change = await api(getBulkChange, { bulkChangeId: change.id })
    }
    const allMs = performance.now() - began
    report.row(name, String(change.changed), ms(repliedMs), ms(allMs), ms(allMs / change.total))
  }
  const actions = [{ type: 'add_tag', tag: 'bench' }]
  await show('a tag added', () => api(startBulkChange, {}, { id, actions, selection: { filter: SELECTED } }))
  await show('undone', () => api(undoBulkChange, { bulkChangeId: id }, {}))
}

/** Changes the priority of tickets with no rule, with one that acts, and with 999 more before it; the rules are deleted afterwards. */
async function measureRules({ report }: BenchmarkRun, api: Api): Promise<void> {
  const { items } = await api<z.output<typeof listTickets.reply>>(listTickets, {})
  // A rule acts on one ticket only so often within an hour.
  const ids = items.slice(0, CHANGES).map(({ id }) => id)
  report.title(`${MAX_RULES.toLocaleString('en')} rules evaluated on a change of one ticket, ${CHANGES} times`)
  report.head('', 'reply, median', 'worst', 'rule acted, median', 'worst')
  const show = (name: string, timesMs: number[][]) =>
    report.row(name, ...timesMs.flatMap((all) => [ms(median(all)), ms(Math.max(...all))]))
  show('no rule', [(await timeChanges(api, ids)).repliesMs])
  try {
    await addRule(api, MAX_RULES)
    const one = await timeChanges(api, ids, TAG)
    show('one rule (events are read once a second)', [one.repliesMs, one.actedMs])
    for (let n = 1; n < MAX_RULES; n += 1) await addRule(api, n)
    const all = await timeChanges(api, ids, TAG)
    show('1,000 rules', [all.repliesMs, all.actedMs])
    const moreMs = median(all.actedMs) - median(one.actedMs)
    report.judge({
      what: 'how much later a rule acts when 999 others are evaluated, median',
      measured: ms(moreMs),
      budget: `≤ ${MORE_LIMIT_MS} ms`,
      isMet: moreMs <= MORE_LIMIT_MS,
    })
  } finally {
    const rules = await api<z.output<typeof listRules.reply>>(listRules, {})
    for (const rule of rules.items) await api(deleteRule, { automationRuleId: rule.id })
  }
}

/** Each rule names a tag that no ticket has, but number 1,000, which acts on every ticket. */
async function addRule(api: Api, n: number): Promise<void> {
  const id = crypto.randomUUID()
  const conditions = n === MAX_RULES ? {} : { tags: [`bench-none-${n}`] }
  const actions = [{ type: 'add_tag', tag: TAG }]
  const rule = { id, name: `Rule ${n}`, trigger: 'priority_changed', time: null, conditions, actions }
  const { version } = await api<{ version: number }>(createRule, {}, rule)
  await api(switchRule, { automationRuleId: id }, { version, isOn: true })
}

/** Milliseconds until the reply of each change, and with a tag until a rule has added that. */
async function timeChanges(api: Api, ids: readonly string[], tag?: string) {
  const [repliesMs, actedMs]: [number[], number[]] = [[], []]
  for (const [n, ticketId] of ids.entries()) {
    const read = async () => (await api<TicketDetailView>(getTicket, { ticketId })).ticket
    const before = await read()
    const { version, priority } = tag
      ? await api<TicketDetailView>(changeTicket, { ticketId }, { version: before.version, tags: [] }).then(read)
      : before
    // At all times of a second alike, because events are read once in each.
    await wait((n * 1000) / CHANGES)
    const began = performance.now()
    await api(changeTicket, { ticketId }, { version, priority: priority === 'low' ? 'high' : 'low' })
    repliesMs.push(performance.now() - began)
    while (tag && !(await read()).tags.includes(tag)) await wait(5)
    actedMs.push(performance.now() - began)
  }
  return { repliesMs, actedMs }
}
