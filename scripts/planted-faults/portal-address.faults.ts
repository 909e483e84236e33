import type { PlantedFault } from './fault.ts'

const TESTS = ['server/src/tenant/portal-address/portal-address.test.ts']
const AT_NODES = ['server/src/tenant/portal-address/portal-nodes.test.ts']

export const faults: PlantedFault[] = [
  {
    breaks: 'the domain of a business serves other businesses',
    file: 'server/src/platform/route/served-host.ts',
    find: 'return servedHost.slugs.includes((params as { slug: string }).slug.toLowerCase())',
    replace: 'return (params as { slug: string }).slug !== servedHost.kind',
    tests: TESTS,
  },
  {
    breaks: 'accounts sign in under the domain of a business',
    file: 'server/src/platform/route/served-host.ts',
    find: '(?!\\/account)',
    replace: '',
    tests: TESTS,
  },
  {
    breaks: 'any TXT record proves a domain',
    file: 'server/src/tenant/portal-address/records.ts',
    find: 'texts.some((text) => text.trim() === value)',
    replace: 'texts.some((text) => text.trim() !== name)',
    tests: TESTS,
  },
  {
    breaks: 'name servers that do not answer end a domain',
    file: 'server/src/tenant/portal-address/records.ts',
    find: "before.customDomainState !== 'verified' || problem === 'no_answer'",
    replace: "before.customDomainState !== 'verified'",
    tests: TESTS,
  },
  {
    breaks: 'entering a domain anew allows another look-up at once',
    file: 'server/src/tenant/portal-address/queries.ts',
    find: 'lt(tenant.customDomainCheckedAt, before)',
    replace: 'lt(tenant.customDomainCheckedAt, t.now)',
    tests: TESTS,
  },
  {
    breaks: 'certificates are allowed for a domain that is not proved',
    file: 'server/src/tenant/portal-lookup.ts',
    find: 'return (await slugOfDomain(platform, host)) !== null',
    replace: 'return host !== null',
    tests: TESTS,
  },
  {
    breaks: 'the other nodes show a portal at its earlier address for a while',
    file: 'server/src/tenant/portal-cache.ts',
    find: "if (event.type === 'desk.changed' && event.part === 'settings') forget(tenantId)",
    replace: "if (event.type === 'desk.changed' && event.part === 'settings') hosts.forget(tenantId)",
    tests: AT_NODES,
  },
  {
    breaks: 'the other nodes show a portal at a domain that was removed',
    file: 'server/src/tenant/portal-cache.ts',
    find: '    hosts.forget(tenantId)\n',
    replace: '',
    tests: AT_NODES,
  },
  {
    breaks: 'a change of one business makes every node look up all portals anew',
    file: 'server/src/tenant/portal-cache.ts',
    find: 'if (!tenantId || !found || found.tenantId === tenantId) entries.delete(key)',
    replace: 'if (found !== undefined || tenantId !== undefined) entries.delete(key)',
    tests: AT_NODES,
  },
  {
    breaks: 'the other nodes answer with a help centre in the earlier colour',
    file: 'server/src/knowledge/help-pages/page.ts',
    find: "(event.type === 'desk.changed' && event.part === 'settings')",
    replace: "(event.type === 'desk.changed' && event.part === 'billing')",
    tests: AT_NODES,
  },
]
