import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runBench } from './run.ts'

// Whether the budgets are met is for `npm run bench` to say, on a machine that does nothing else.
it('seeds, starts the product, measures and judges, in its small form', async () => {
  const home = await mkdtemp(join(tmpdir(), 'segue-bench-'))
  const lines: string[] = []
  const only = ['delivery', 'operations']
  await runBench({ mode: 'smoke', only, home, seconds: 0.2, print: (line) => lines.push(line) })
  await rm(home, { recursive: true, force: true })
  const text = lines.join('\n')
  for (const row of [
    'ticket list, 100 rows',
    'open a ticket',
    'create a ticket',
    'send a message',
    'one message → every desk',
  ]) {
    expect(text).toContain(row)
  }
  expect(text).not.toContain('requests failed')
}, 60_000)
