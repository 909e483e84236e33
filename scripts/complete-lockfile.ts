/**
 * Adds to package-lock.json what `npm install` leaves out when a registry does not carry the builds of other platforms:
 * optional packages such as `@biomejs/cli-darwin-arm64`. Without their entries `npm ci` refuses the lockfile everywhere;
 * with them it skips them on this platform and fetches them on theirs. Run after `npm install`.
 */
import { readFileSync, writeFileSync } from 'node:fs'

type Entry = {
  version?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const CHIPS = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']
const CHIPS_BY_OTHER_NAMES: Record<string, string> = { armv7: 'arm', x86_64: 'x64', aarch64: 'arm64' }

/** The platform that the name of a package states; null when it names none. */
export function platformOf(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> | null {
  const words = (name.split('/').at(-1) ?? '').toLowerCase().replace('x86_64', 'x64').split('-')
  const system = words.map((word) => (word === 'windows' || word === 'win' ? 'win32' : word.replace(/musl$/, '')))
  const os = system.find((word) => SYSTEMS.includes(word) || word === 'linux')
  const cpu = words.map((word) => CHIPS_BY_OTHER_NAMES[word] ?? word).find((word) => CHIPS.includes(word))
  if (cpu === 'wasm32') return { cpu: ['wasm32'] }
  if (!os) return null
  const libc = words.some((word) => /musl/.test(word))
    ? 'musl'
    : words.some((word) => /^gnu/.test(word))
      ? 'glibc'
      : null
  return { os: [os], ...(cpu && { cpu: [cpu] }), ...(libc && os === 'linux' && { libc: [libc] }) }
}

/** Where npm looks for a package required from `path`: beside it, then in every folder above. */
function pathsFor(path: string, name: string): string[] {
  const parts = path.split('/node_modules/')
  const above = parts.map(
    (_, depth) => `${parts.slice(0, parts.length - depth).join('/node_modules/')}/node_modules/${name}`,
  )
  return [...above, `node_modules/${name}`]
}

export function complete(packages: Record<string, Entry>): string[] {
  const added: string[] = []
  for (const [path, parent] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(parent.optionalDependencies ?? {})) {
      if (path === '' || pathsFor(path, name).some((place) => place in packages)) continue
      const platform = platformOf(name)
      if (!platform)
        throw new Error(`${name} (wanted by ${path}) is missing from package-lock.json and names no platform`)
      const version = range.replace(/^[\^~]/, '')
      packages[`node_modules/${name}`] = { version, ...platform, ...(parent.dev && { dev: true }), optional: true }
      added.push(`${name}@${version}`)
    }
  }
  return added
}

if (import.meta.main) {
  const path = new URL('../package-lock.json', import.meta.url)
  const lockfile = JSON.parse(readFileSync(path, 'utf8')) as { packages: Record<string, Entry> }
  const added = complete(lockfile.packages)
  const sorted = Object.entries(lockfile.packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
  lockfile.packages = Object.fromEntries(sorted)
  if (added.length > 0) writeFileSync(path, `${JSON.stringify(lockfile, null, 2)}\n`)
  console.log(
    added.length === 0 ? 'package-lock.json is complete' : `Added to package-lock.json:\n  ${added.join('\n  ')}`,
  )
}
