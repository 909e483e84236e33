import type { PlantedFault } from './fault.ts'

export const faults: PlantedFault[] = [
  {
    breaks: 'the greeting of a demo business is in English whatever the language of the customer',
    file: 'server/src/demo/alder-court/tenant.json',
    find: 'Bienvenido a Alder Court Dental. Pregunte por citas, precios o seguros. ¿Tiene dolor ahora mismo? Dígalo y avisamos a alguien.',
    replace:
      'Welcome to Alder Court Dental. Ask about appointments, prices or insurance. In pain right now? Say so, and we get someone.',
    tests: ['server/src/demo/content.test.ts'],
  },
  {
    breaks: 'a note in a live event is shown to the customer',
    file: 'web/src/portal/chat/thread.ts',
    find: '  if (!isPublic(given)) return thread\n',
    replace: '',
    tests: ['web/src/portal/chat/thread.test.ts'],
  },
  {
    breaks: 'a gap in a growing answer goes unnoticed',
    file: 'web/src/portal/chat/thread.ts',
    find: 'if (!messages) return { ...thread, hasGap: true }',
    replace: 'if (!messages) return thread',
    tests: ['web/src/portal/chat/thread.test.ts'],
  },
  {
    breaks: 'text on the chosen colour has too little contrast',
    file: 'contracts/tenant/accent.ts',
    find: "const strong = reach(hex, white, '#000000', 4.6)",
    replace: "const strong = reach(hex, white, '#000000', 3)",
    tests: ['contracts/tenant/accent.test.ts'],
  },
  {
    breaks: 'a page is answered from memory after what it shows has changed',
    file: 'server/src/knowledge/help-pages/page.ts',
    find: '    pages.forget(tenantId)\n',
    replace: '',
    tests: ['server/src/knowledge/help-pages/help-pages.test.ts'],
  },
  {
    breaks: 'a page that was changed while it was looked up is kept as ready',
    file: 'server/src/platform/web/ready-pages.ts',
    find: 'if (key === null || since !== turn) return',
    replace: 'if (key === null) return',
    tests: ['server/src/platform/web/ready-pages.test.ts'],
  },
  {
    breaks: 'a visitor gets a page in the language of another visitor',
    file: 'server/src/platform/web/ready-pages.ts',
    find: "\\n${headers['accept-language']}",
    replace: '',
    tests: ['server/src/platform/web/ready-pages.test.ts'],
  },
  {
    breaks: 'a page is answered from memory by a host name that counts for a proxy only',
    file: 'server/src/platform/web/ready-pages.ts',
    find: '`${hostname}\\n',
    replace: "`${headers.host}${headers['x-forwarded-host']}\\n",
    tests: ['server/src/platform/web/ready-pages.test.ts'],
  },
  {
    breaks: 'long addresses fill the memory of ready pages',
    file: 'server/src/platform/web/ready-pages.ts',
    find: 'return key.length > MAX_REQUEST_CHARACTERS ? null : key',
    replace: 'return key.length > MAX_REQUEST_CHARACTERS * 1e9 ? null : key',
    tests: ['server/src/platform/web/ready-pages.test.ts'],
  },
  {
    breaks: 'an unsure answer is shown above the results of a search',
    file: 'server/src/knowledge/help-answer/reads.ts',
    find: 'if (!best || searched.confidence < aiSettings.confidenceThreshold) return null',
    replace: 'if (!best) return null',
    tests: ['server/src/knowledge/help-answer/help-answer.test.ts'],
  },
  {
    breaks: 'searches of help pages are not limited',
    file: 'server/src/knowledge/help-pages/search.ts',
    find: "  assertWithin(limits.consume('read', addressKey(ip)))\n",
    replace: '',
    tests: ['server/src/knowledge/help-pages/search.test.ts'],
  },
  {
    breaks: 'the address that searches with `q` is another one for a while only',
    file: 'server/src/platform/web/pages.ts',
    find: 'page.isPermanent ? 301 : 302',
    replace: '302',
    tests: ['server/src/knowledge/help-pages/search.test.ts'],
  },
]
