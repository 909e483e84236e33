import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  createDemo,
  DEMO_SIGN_INS_FILE,
  type DemoSignIn,
  hasAccounts,
  supportLinkOf,
  writeDemoSignIns,
} from './demo/create-demo.ts'
import type { Config } from './platform/config.ts'
import { exclusively } from './platform/db/exclusively.ts'
import { createLog } from './platform/log.ts'
import type { Platform } from './platform/platform.ts'
import { STOPPING } from './platform/processes/end-signal.ts'
import type { Member } from './platform/processes/member.ts'
import { type Startup, startServer } from './serve.ts'

export type RunOptions = {
  signal: AbortSignal
  /** This process as one of several; null for a server of one process. */
  member: Member | null
  print(text: string): void
}

/** Runs a server in this process until the signal. Throws the signal's reason when it comes before the server is ready. */
export async function runServer(config: Config, { signal, member, print }: RunOptions): Promise<void> {
  const overrides = member ? { log: createLog(config.logLevel).child({ process: member.name }) } : {}
  const announce = async (text: string, { baseUrl, metrics }: Platform) =>
    member ? member.reportReady(text, baseUrl, metrics.values) : print(text)
  const server = await startServer(config, overrides, {
    signal,
    isListening: member === null || config.role !== 'worker',
    ...(member ? { others: member } : {}),
    ...demoOf(config, announce),
  })
  if (!signal.aborted) await once(signal, 'abort')
  if (!member) print(STOPPING)
  await server.stop()
}

/** At the first start the demo businesses are created before a request is accepted, and their links printed before it is ready. */
function demoOf(
  config: Config,
  announce: (text: string, platform: Platform) => Promise<void>,
): Pick<Startup, 'prepare' | 'announce'> {
  let signIns: DemoSignIn[] = []
  return {
    prepare: async (platform) => {
      if (!config.demo || (await hasAccounts(platform))) return
      // Nodes that start at once on an empty database: one creates them, the others wait until they are there.
      await exclusively(platform.db.sessions, 'demo', async () => {
        if (!(await hasAccounts(platform))) signIns = await createDemo(platform)
      })
    },
    announce: async (platform) => {
      // Again, since only now the port is known where the system chose it.
      if (signIns.length > 0) await writeDemoSignIns(platform, signIns)
      await announce(startText(platform, signIns), platform)
    },
  }
}

/** What the terminal shows when the server is ready. */
function startText(platform: Platform, signIns: readonly DemoSignIn[]): string {
  const { baseUrl: url, config } = platform
  const head = [`\n  segue is ready at ${url}`, `  Data in ${config.dataDir}. Stop with Ctrl-C.\n`]
  if (signIns.length === 0) {
    const file = join(config.dataDir, DEMO_SIGN_INS_FILE)
    const passwords = existsSync(file) ? ` The demo passwords are in ${file}.` : ''
    return [...head, `  Sign in at ${url}/admin.${passwords}\n`].join('\n')
  }
  const businesses = signIns.flatMap((one) => [
    `  ${one.business}`,
    `    support link  ${supportLinkOf(platform, one)}`,
    ...one.members.map(({ email, password, role }) => `    ${role.padEnd(12)}  ${email}  ${password}`),
    '',
  ])
  return [
    ...head,
    '  Three demo businesses are there. Passwords were made for this folder and are kept in demo-sign-ins.txt there.\n',
    ...businesses,
  ].join('\n')
}
