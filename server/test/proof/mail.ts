/**
 * `npm run proof:mail [-- corpus] [-- loops]`: what is proved about received mails, by parts; all without a name. `corpus`: mails in the shape of
 * many clients are read as expected. `loops`: programs that answer each mail write to a business until they get no further mail. Prints what
 * each part found, and exits with 1 if one found a fault.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MAIL_ENV } from '#server/inbound-mail/fixture.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Mail, Mailer } from '#server/platform/mail/mailer.ts'
import { type Server, startServer } from '#server/serve.ts'
import { corpusReport } from '#test/mail-corpus/report.ts'
import { type Installation, isBroken, playLoops } from './mail-loop.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)

type Started = Installation & { stop(): Promise<void> }

/** An installation of its own, whose mails stay in the process. */
async function start(env: Record<string, string>): Promise<Started> {
  const dataDir = await mkdtemp(join(tmpdir(), 'segue-mail-'))
  const mails: Mail[] = []
  const mail: Mailer = { kind: 'smtp', send: async (one) => void mails.push(one), stop: async () => undefined }
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, DEMO: 'false', LOG_LEVEL: 'error', ...MAIL_ENV, ...env })
  const server: Server = await startServer(config, { mail })
  const address = server.app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const stop = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { platform: server.platform, url: `http://127.0.0.1:${port}`, sink: { mails }, stop }
}

async function loops(): Promise<boolean> {
  const one = await start({ BASE_URL: 'http://one.example' })
  const other = await start({ BASE_URL: 'http://other.example', INBOUND_MAIL_ADDRESS: 'help@mail.example.org' })
  try {
    const results = await playLoops(one, other)
    print('\nLoops: automatic mails until nobody writes any more (at most 1)')
    for (const result of results) {
      const end = result.hasEnded ? `ended in round ${result.rounds}` : 'goes on'
      print(`  ${isBroken(result) ? 'ok  ' : 'MISS'} ${result.name}: ${result.automatic}, ${end}`)
    }
    return results.every(isBroken)
  } finally {
    await other.stop()
    await one.stop()
  }
}

const PARTS: Record<string, () => Promise<boolean>> = { corpus: async () => (await corpusReport(print)) === 0, loops }

const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in PARTS))
if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(', ')}; there are: ${Object.keys(PARTS).join(', ')}`)
let areAllOk = true
for (const [name, run] of Object.entries(PARTS)) {
  if (named.length > 0 && !named.includes(name)) continue
  areAllOk = (await run()) && areAllOk
}
process.exitCode = areAllOk ? 0 : 1
