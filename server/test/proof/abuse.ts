/**
 * `npm run proof:abuse [-- seconds]`: attacks on a started server at its default limits: a mail bomb, a flood of 20 guests (20 s), wrong
 * passwords, races for what one may get, forged webhooks, sessions after their end, secrets, foreign input and enumeration. Prints what
 * they achieve and exits with 1 if one achieves more than it may.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/cli/open-database.ts'
import { readConfig } from '#server/platform/config.ts'
import { startServer } from '#server/serve.ts'
import { ATTACKS } from './abuse/attacks.ts'
import { enumerationByTime } from './abuse/enumeration.ts'
import { type Figure, isWithin } from './abuse/figures.ts'
import { flood, lockOut, mailBomb, type Target } from './abuse/floods.ts'
import { siteOf, startSurroundings } from './abuse/site.ts'

const seconds = Number(process.argv[2] ?? 20)
const print = (text: string) => process.stdout.write(`${text}\n`)

let aheadMs = 0
const forward = (by: number) => {
  aheadMs += by * 1000
}
const clock = { now: () => new Date(Date.now() + aheadMs) }
const dataDir = await mkdtemp(join(tmpdir(), 'segue-abuse-'))
const surroundings = await startSurroundings()
const config = readConfig({ PORT: '0', DATA_DIR: dataDir, DEMO: 'false', ...surroundings.env })
const server = await startServer(config, { clock, log: surroundings.log })
const { url: ownerUrl } = await openDatabase(config)
const site = siteOf(server.platform, ownerUrl, surroundings)

/** A business of its own for each attack, so that one does not use up another's budgets. */
async function makeTarget(): Promise<Target> {
  const { tenant, slug, owner } = await site.business()
  return { url: site.url, tenant, slug, ownerEmail: owner.email, mails: site.mails }
}

/** Prints the figures of an attack. Gives how many are out of bounds. */
function report(title: string, figures: readonly Figure[]): number {
  print(`\n${title}`)
  for (const figure of figures) {
    const { name, value, least, most } = figure
    const bound = least === most ? `${most}` : `at most ${most}`
    print(`  ${isWithin(figure) ? 'ok  ' : 'MISS'} ${name}: ${value} (${bound})`)
  }
  return figures.filter((figure) => !isWithin(figure)).length
}

try {
  let misses = 0
  for (const { title, attack } of ATTACKS) misses += report(title, await attack(site))
  misses += report('Accounts by the time of a reply', await enumerationByTime(site))
  misses += report('Mail bomb', await mailBomb(await makeTarget()))
  misses += report('Flood of one address', await flood(await makeTarget(), seconds))
  misses += report('Wrong passwords', await lockOut(await makeTarget(), forward))
  print(misses === 0 ? '\nall within their bounds' : `\n${misses} out of bounds`)
  process.exitCode = misses === 0 ? 0 : 1
} finally {
  await server.stop()
  await surroundings.stop()
  await rm(dataDir, { recursive: true, force: true })
}
