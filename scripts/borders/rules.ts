import { loadedBy } from './cycles.ts'
import type { Import, Module } from './modules.ts'

type Rule = (module: Module, modules: Map<string, Module>) => string[]

/** Lowest first: a domain imports only those before it, and reaches those after it by domain events. */
const DOMAINS = [
  'language',
  'tenant',
  'identity',
  'billing',
  'api-key',
  'team',
  'customer',
  'knowledge',
  'conversation',
  'ticket',
  'provider',
  'agent',
  'memory',
  'assistant',
  'quality',
  'notification',
  'inbound-mail',
  'automation',
  'webhook',
  'customer-record',
  'data-import',
  'report',
  'search',
  'mcp',
  'signup',
  'owner',
  'archive',
  // Fills a new installation with sample businesses, through the services of all others.
  'demo',
]
/** What other domains may import. `language` has three more files, so that a worker thread loads only what its task needs. */
const PUBLIC_FILES = /^server\/src\/([^/]+\/(service|schema|events)|language\/(common-words|detect|search-text))\.ts$/
const TEST_CODE = /\.test\.tsx?$|(^|\/)fixture([./-]|s\/)|^(server\/test|e2e|bench|evals|scripts)\//

/** The folder under server/src a file belongs to: a domain, `platform`, `cli`; null for main.ts, app.ts and other roots. */
function areaOf(path: string): string | null {
  return /^server\/src\/([^/]+)\//.exec(path)?.[1] ?? null
}

function each(module: Module, judge: (found: Import) => string | null): string[] {
  return module.imports.flatMap((found) => {
    const fault = judge(found)
    return fault === null ? [] : [`${module.path} imports ${found.specifier}: ${fault}`]
  })
}

const knownAreas: Rule = ({ path }) => {
  const area = areaOf(path)
  if (area === null || area === 'platform' || area === 'cli' || DOMAINS.includes(area)) return []
  return [`${path} is in no known domain: add ${area} to DOMAINS in scripts/borders/rules.ts`]
}

const paths: Rule = (module) =>
  each(module, ({ specifier, target }) => {
    if (/(^|\/)\.\.(\/|$)/.test(specifier)) return 'write # across folders, ./ inside one'
    if (target !== null && !/\.\w+(\?inline)?$/.test(target)) return 'write the file with its ending'
    return null
  })

const platform: Rule = (module) => {
  if (areaOf(module.path) !== 'platform' || TEST_CODE.test(module.path)) return []
  return each(module, ({ target }) => {
    if (target === null || !target.startsWith('server/src/') || areaOf(target) === 'platform') return null
    return 'platform knows no domain and not the assembly'
  })
}

const domains: Rule = (module) => {
  const own = areaOf(module.path)
  if (own === null || !DOMAINS.includes(own) || TEST_CODE.test(module.path)) return []
  return each(module, ({ target }) => {
    if (target === null || !target.startsWith('server/src/')) return null
    const other = areaOf(target)
    if (other === own || other === 'platform') return null
    if (other === null || !DOMAINS.includes(other))
      return 'a domain knows domains below it, platform and contracts only'
    if (DOMAINS.indexOf(other) > DOMAINS.indexOf(own)) return `${other} is above ${own}: use a domain event`
    if (!PUBLIC_FILES.test(target)) return `across domains there are only service.ts, schema.ts and events.ts`
    return null
  })
}

const contracts: Rule = (module) => {
  if (!module.path.startsWith('contracts/') || TEST_CODE.test(module.path)) return []
  return each(module, ({ specifier, target }) =>
    specifier === 'zod' || target?.startsWith('contracts/') ? null : 'contracts know zod and contracts only',
  )
}

const web: Rule = (module) => {
  if (!module.path.startsWith('web/')) return []
  return each(module, ({ target }) =>
    target?.startsWith('server/') ? 'pages know the server by contracts only' : null,
  )
}

const server: Rule = (module) => {
  if (!module.path.startsWith('server/src/') || TEST_CODE.test(module.path)) return []
  return each(module, ({ target }) => {
    if (target?.startsWith('web/') || target?.startsWith('widget/')) return 'the server knows no page'
    if (target?.startsWith('server/test/') || target?.startsWith('e2e/')) return 'product code knows no test code'
    return null
  })
}

/** Portal, kit and the visitors' pages must load fast: nothing they import, directly or indirectly, may load the desk, Mantine or zod. */
const leanPages: Rule = (module, modules) => {
  if (!/^web\/src\/(portal|kit|front)\//.test(module.path) || TEST_CODE.test(module.path)) return []
  const heavy = (path: string) => /^web\/src\/(admin|ui)\//.test(path)
  const importedBy = new Map<string, string>([[module.path, '']])
  const faults: string[] = []
  for (const path of importedBy.keys()) {
    for (const { specifier, target, typeOnly } of modules.get(path)?.imports ?? []) {
      const bad = /^(@mantine\/|zod(\/|$))/.test(specifier) || (target !== null && heavy(target))
      if (bad && !typeOnly)
        faults.push(`${importChain(path, importedBy)} imports ${specifier}: portal, kit and front do without it`)
    }
    for (const next of loadedBy(path, modules))
      if (!importedBy.has(next) && !heavy(next) && !isContract(next, modules)) importedBy.set(next, path)
  }
  return faults
}

/** Of a contract with schemas a page gets methods and paths only: `scripts/contract-calls.ts`. */
function isContract(path: string, modules: Map<string, Module>): boolean {
  if (!path.startsWith('contracts/')) return false
  return modules.get(path)?.imports.some(({ specifier, typeOnly }) => specifier === 'zod' && !typeOnly) ?? false
}

function importChain(path: string, importedBy: Map<string, string>): string {
  const before = importedBy.get(path)
  return before ? `${importChain(before, importedBy)} → ${path}` : path
}

const widget: Rule = (module) => {
  if (!module.path.startsWith('widget/') || TEST_CODE.test(module.path) || module.path.endsWith('.config.ts')) return []
  return each(module, ({ specifier, typeOnly, target }) => {
    // The component of the package runs in the host page's own React.
    const isReact = specifier === 'react' && module.path === 'widget/client/react.ts'
    return typeOnly || isReact || target?.startsWith('widget/') ? null : 'the widget takes types only'
  })
}

export const RULES: Rule[] = [knownAreas, paths, platform, domains, contracts, web, server, leanPages, widget]
