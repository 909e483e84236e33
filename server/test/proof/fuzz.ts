/** `npm run proof:fuzz [-- requests [seed]]`: 20,000 malformed requests against a separate server; exits with 1 if one finds a fault. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/platform/config.ts'
import { startServer } from '#server/serve.ts'
import { fuzz } from './send-malformed.ts'

const requests = Number(process.argv[2] ?? 20_000)
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000)
const print = (text: string) => process.stdout.write(`${text}\n`)

const dataDir = await mkdtemp(join(tmpdir(), 'segue-fuzz-'))
const server = await startServer(
  readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DEMO: 'false',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
    RATE_FACTOR: '100000',
  }),
)
print(`${requests} malformed requests, seed ${seed} (npm run proof:fuzz -- ${requests} ${seed} repeats them)`)
try {
  const { byStatus, faults } = await fuzz(server.platform, requests, seed)
  print(`replies by status: ${JSON.stringify(byStatus)}`)
  for (const fault of faults) print(`FAULT ${fault}`)
  print(
    faults.length === 0
      ? 'no fault: no reply had status 5xx, and none contained a stack trace or SQL'
      : `${faults.length} faults`,
  )
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
