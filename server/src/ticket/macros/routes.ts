import * as contract from '#contracts/ticket/macro.ts'
import { languageOf } from '#server/platform/route/request-language.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import { applyMacro } from './apply-macro.ts'
import { changeMacro, createMacro, deleteMacro, readMacros } from './macros.ts'

export const macroRoutes: Route[] = [
  memberRoute(contract.listMacros, (c) => readMacros(c.tenant, c.actor)),
  memberRoute(contract.createMacro, (c) => createMacro(c.tenant, c.actor, c.body)),
  memberRoute(contract.changeMacro, (c) => changeMacro(c.tenant, c.actor, c.params.macroId, c.body)),
  memberRoute(contract.deleteMacro, async (c) => {
    await deleteMacro(c.tenant, c.actor, c.params.macroId)
    return { deleted: true } as const
  }),
  memberRoute(contract.applyMacro, (c) =>
    applyMacro(c.tenant, c.actor, c.params.ticketId, c.body, languageOf(c.request)),
  ),
]
