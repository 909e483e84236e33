import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'

/** The account that runs PostgreSQL: null is the account of this process; as root an unprivileged one, since PostgreSQL refuses root. */
export type Account = { uid: number; gid: number } | null

/**
 * The account PostgreSQL runs under. As root: the owner of an existing cluster, else the user `postgres`, else a system user
 * `segue` (created when it does not exist), else `nobody`. Throws when root has none of them.
 */
export function accountFor(clusterDir: string): Account {
  if (process.getuid?.() !== 0) return null
  const owner = statSync(clusterDir, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const account = lookUp('postgres') ?? lookUp('segue') ?? createSystemUser() ?? lookUp('nobody')
  if (account) return account
  throw new Error(
    'PostgreSQL does not run as root, and no unprivileged user could be found or created. Create one named "segue", or start Segue as a normal user.',
  )
}

/** True when the account may enter the folder, or run the program, through all folders above it. */
export function mayReach(account: Account, path: string): boolean {
  if (account === null) return true
  return spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], { ...account, cwd: '/' }).status === 0
}

function lookUp(name: string): Account {
  const number = (flag: string) => {
    const answer = spawnSync('id', [flag, name], { encoding: 'utf8' })
    return answer.status === 0 ? Number.parseInt(answer.stdout, 10) : Number.NaN
  }
  const uid = number('-u')
  const gid = number('-g')
  return uid > 0 && gid >= 0 ? { uid, gid } : null
}

function createSystemUser(): Account {
  // The first is for Debian and Red Hat, the second for BusyBox.
  const commands = [
    ['useradd', '--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/bin/false'],
    ['adduser', '-S', '-D', '-H', '-s', '/bin/false'],
  ]
  for (const [command, ...args] of commands) {
    if (command && spawnSync(command, [...args, 'segue']).status === 0) return lookUp('segue')
  }
  return null
}
