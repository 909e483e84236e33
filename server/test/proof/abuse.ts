/**
 * `npm run proof:abuse [-- seconds]`: a mail bomb, a flood of 20 guests (20 s), wrong passwords and 200 uses at once of one-time links
 * and codes against the product at its default limits; prints what they achieve and exits with 1 if one achieves more than it may.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeMember } from '#server/identity/fixture.ts'
import { readConfig } from '#server/platform/config.ts'
import { startServer } from '#server/serve.ts'
import { makeTenant } from '#server/tenant/fixture.ts'
import { smtpSink } from '#test/smtp-sink.ts'
import { type Figure, flood, lockOut, mailBomb, type Target } from './abuse-attacks.ts'
import { raceAppCode, raceRecoveryCode, raceResetLink } from './one-time-races.ts'

const seconds = Number(process.argv[2] ?? 20)
const print = (text: string) => process.stdout.write(`${text}\n`)

let aheadMs = 0
const clock = { now: () => new Date(Date.now() + aheadMs) }
const dataDir = await mkdtemp(join(tmpdir(), 'segue-abuse-'))
const sink = await smtpSink()
const config = readConfig({
  PORT: '0',
  DATA_DIR: dataDir,
  DEMO: 'false',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
  SMTP_URL: sink.url,
  // The attacks name their addresses.
  TRUST_PROXY: '1',
})
const server = await startServer(config, { clock })

/** A business of its own for each attack, so that one does not use up another's budgets. */
async function makeTarget(): Promise<Target> {
  const { tenant, slug } = await makeTenant(server.platform)
  const { email } = await makeMember(tenant, { role: 'owner' })
  return { url: server.platform.baseUrl, tenant, slug, ownerEmail: email, mails: sink.mails }
}

/** Prints the figures of an attack. Gives how many are out of bounds. */
function report(title: string, figures: readonly Figure[]): number {
  print(`\n${title}`)
  let misses = 0
  for (const { name, value, least, most } of figures) {
    const isWithin = value >= least && value <= most
    if (!isWithin) misses += 1
    const bound = least === most ? `${most}` : `at most ${most}`
    print(`  ${isWithin ? 'ok  ' : 'MISS'} ${name}: ${value} (${bound})`)
  }
  return misses
}

try {
  let misses = report('Mail bomb', await mailBomb(await makeTarget()))
  misses += report('Flood of one address', await flood(await makeTarget(), seconds))
  const forward = (by: number) => {
    aheadMs += by * 1000
  }
  misses += report('Wrong passwords', await lockOut(await makeTarget(), forward))
  misses += report('One-time links and codes, 200 requests at once', [
    { name: 'passwords set by one link', value: await raceResetLink(server.platform), least: 1, most: 1 },
    { name: 'sign-ins by one recovery code', value: await raceRecoveryCode(server.platform), least: 1, most: 1 },
    { name: 'sign-ins by one code of the app', value: await raceAppCode(server.platform), least: 1, most: 1 },
  ])
  print(misses === 0 ? '\nall within their bounds' : `\n${misses} out of bounds`)
  process.exitCode = misses === 0 ? 0 : 1
} finally {
  await server.stop()
  await sink.stop()
  await rm(dataDir, { recursive: true, force: true })
}
