import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { findCycles } from './cycles.ts'
import { readModules } from './modules.ts'
import { RULES } from './rules.ts'

const folder = mkdtempSync(join(tmpdir(), 'segue-borders-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const IMPORTS = {
  '#contracts/*': './contracts/*',
  '#server/*': './server/src/*',
  '#web/*': './web/src/*',
  '#test/*': './server/test/*',
}

function project(files: Record<string, string>) {
  for (const [path, text] of Object.entries({ 'package.json': JSON.stringify({ imports: IMPORTS }), ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return readModules(folder, ['contracts', 'server', 'web', 'widget'])
}

function faults(files: Record<string, string>): string[] {
  const modules = project(files)
  return [...modules.values()].flatMap((module) => RULES.flatMap((rule) => rule(module, modules)))
}

test.each([
  ['server/src/platform/mail.ts', "import { findTenant } from '#server/tenant/service.ts'", 'platform knows no domain'],
  ['server/src/tenant/service.ts', "import { open } from '#server/ticket/service.ts'", 'use a domain event'],
  ['server/src/tenant/service.ts', "import type { T } from '#server/ticket/service.ts'", 'use a domain event'],
  ['server/src/ticket/service.ts', "import { rows } from '#server/tenant/queries.ts'", 'only service.ts, schema.ts'],
  ['server/src/ticket/service.ts', "import { main } from '#server/main.ts'", 'a domain knows'],
  ['server/src/ticket/service.ts', "import { h } from '#test/harness.ts'", 'no test code'],
  ['server/src/ticket/routes.ts', "import { a } from '../platform/route.ts'", 'write # across folders'],
  ['server/src/ticket/routes.ts', "import { a } from './policy'", 'with its ending'],
  ['server/src/shop/service.ts', '', 'in no known domain'],
  ['contracts/ticket/ticket.ts', "import { sql } from 'drizzle-orm'", 'contracts know zod'],
  ['web/src/lib/call.ts', "import type { Platform } from '#server/platform/platform.ts'", 'by contracts only'],
  ['web/src/portal/chat.tsx', "import { Button } from '@mantine/core'", 'portal, kit and front do without'],
  ['web/src/kit/field.tsx', "import {\n  z,\n} from 'zod'", 'portal, kit and front do without'],
  ['web/src/portal/chat.tsx', "import { Row } from '#web/admin/row.tsx'", 'portal, kit and front do without'],
  ['widget/src/loader.ts', "import { EVENTS } from '#contracts/live-event.ts'", 'types only'],
])('%s: %s', (path, text, expected) => {
  expect(faults({ [path]: text })).toEqual([expect.stringContaining(expected)])
})

test('allowed imports are not reported', () => {
  expect(
    faults({
      'server/src/ticket/service.ts':
        "import { tenant } from '#server/tenant/service.ts'\nimport { tenants } from '#server/tenant/schema.ts'\nimport { can } from './policy.ts'",
      'server/src/ticket/service.test.ts': "import { h } from '#test/harness.ts'",
      'server/src/main.ts': "import { rows } from '#server/ticket/queries.ts'",
      'web/src/portal/chat.tsx':
        "import type { Ticket } from '#contracts/ticket/ticket.ts'\nimport type { z } from 'zod'",
      'widget/src/loader.ts':
        "import type { Event } from '#contracts/live-event.ts'\nimport { open } from './frame.ts'",
      'contracts/ticket/ticket.ts': "import { z } from 'zod'\nimport { id } from './ids.ts'",
    }),
  ).toEqual([])
})

test('zod that the portal loads by way of another file is reported, a contract it loads is not', () => {
  const found = faults({
    'web/src/portal/chat.tsx': "import { call } from '#web/lib/call.ts'\nimport { send } from '#contracts/chat.ts'",
    'web/src/lib/call.ts': "import { z } from 'zod'",
    'contracts/chat.ts': "import { z } from 'zod'",
  })
  expect(found).toEqual([expect.stringContaining('web/src/portal/chat.tsx → web/src/lib/call.ts imports zod')])
})

test('a cycle of imports is reported, but not one of type imports or of dynamic imports', () => {
  const files = { 'contracts/a.ts': "import { b } from './b.ts'", 'contracts/b.ts': "export * from './a.ts'" }
  expect(findCycles(project(files))).toEqual([['contracts/a.ts', 'contracts/b.ts', 'contracts/a.ts']])
  expect(findCycles(project({ ...files, 'contracts/b.ts': "import type { a } from './a.ts'" }))).toEqual([])
  expect(findCycles(project({ ...files, 'contracts/b.ts': "export const a = () => import('./a.ts')" }))).toEqual([])
})
