/**
 * `npm run proof:data [-- --only=round-trip,erasures,radar,import] [--tickets=100000] [--erasures=100]`: what the data tools promise, measured on a server
 * with its own database. Prints a line for each figure and exits with 1 if one is out of bounds. A part is a name and a function (data/parts.ts).
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#server/cli/open-database.ts'
import { readConfig } from '#server/platform/config.ts'
import { startServer } from '#server/serve.ts'
import { PARTS } from './data/parts.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    tickets: { type: 'string', default: '100000' },
    erasures: { type: 'string', default: '100' },
  },
})
const only = values.only?.split(',')
const print = (text: string) => process.stdout.write(`${text}\n`)

const dataDir = await mkdtemp(join(tmpdir(), 'segue-data-'))
const env = { PORT: '0', DATA_DIR: dataDir, DEMO: 'false', LOG_LEVEL: 'error', RATE_FACTOR: '10000' }
/** So long that a machine under load refuses nothing. */
const databaseWaits = { connectMs: 60_000, lockMs: 60_000, statementMs: 60_000, silentMs: 60_000 }
const server = await startServer(readConfig(env), { databaseWaits })
const { url: ownerUrl } = await openDatabase(readConfig(env))
try {
  let misses = 0
  for (const { name, prove } of PARTS.filter((part) => !only || only.includes(part.name))) {
    print(`\n${name}`)
    const given = {
      platform: server.platform,
      ownerUrl,
      dataDir,
      tickets: Number(values.tickets),
      erasures: Number(values.erasures),
    }
    for (const { figure, value, isGood } of await prove(given)) {
      print(`  ${isGood ? 'ok  ' : 'MISS'} ${figure}: ${value}`)
      if (!isGood) misses += 1
    }
  }
  print(misses === 0 ? '\nall within their bounds' : `\n${misses} out of bounds`)
  process.exitCode = misses === 0 ? 0 : 1
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
