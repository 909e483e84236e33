import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runBench } from './run.ts'

// `npm run bench` judges the budgets, on a machine that does nothing else.
it('the bench seeds a database, starts the product and prints every row of operations, delivery, help center and web processes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'segue-bench-'))
  const lines: string[] = []
  const only = ['delivery', 'operations', 'help', 'processes']
  await runBench({ mode: 'smoke', only, folder, seconds: 0.2, print: (line) => lines.push(line) })
  await rm(folder, { recursive: true, force: true })
  const text = lines.join('\n')
  for (const row of [
    'ticket list, 100 rows',
    'open a ticket',
    'create a ticket',
    'send a message',
    'a page of the help center',
    'one message → every desk',
    'ticket list, 100 rows, 2 clients, 2 web',
    'send a message, 2 clients, 2 web',
  ]) {
    expect(text).toContain(row)
  }
  expect(text).not.toContain('requests failed')
}, 300_000)
